/// The cluster as plugins see it in a cycle: nodes with what is on them, pods as the scheduler knows them,
/// and the classes of those that nothing tells apart.
/// Never here: an extension point (scheduler.framework), how the view is kept up (scheduler.cache), a clock.
/// Start at ClusterView, then NodeState and PodClass.
/// Upstream twin: pkg/scheduler/framework/types.go, staging/src/k8s.io/kube-scheduler/framework.
@NullMarked
package dev.tenure.scheduler.view;

import org.jspecify.annotations.NullMarked;
