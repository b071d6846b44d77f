/// What a node does with one pod: which containers to start and stop next, and how.
/// Never here: whether the node takes the pod (admission), who must go under pressure (eviction).
/// Start at PodActionsRule, then PodWorker.
/// Upstream twin: pkg/kubelet/kuberuntime, pkg/kubelet/pod_workers.go.
@NullMarked
package dev.tenure.agent.pod;

import org.jspecify.annotations.NullMarked;
