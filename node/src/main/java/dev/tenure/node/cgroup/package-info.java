/// Control groups of pods: their names, their limits, what they use; version 1 and version 2.
/// Never here: who must go when they use too much (eviction).
/// Start at PodControlGroups.
/// Upstream twin: pkg/kubelet/cm.
@NullMarked
package dev.tenure.node.cgroup;

import org.jspecify.annotations.NullMarked;
