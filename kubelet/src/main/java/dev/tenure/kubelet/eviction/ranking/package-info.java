/// In which order pods would go, and whom the kernel kills first when it is faster than the node.
/// Never here: whether one goes, or why the node is short.
/// Start at PodRankingRule.
/// Upstream twin: pkg/kubelet/eviction/helpers.go (rankMemoryPressure, rankDiskPressureFunc,
/// rankPIDPressure), pkg/kubelet/qos/policy.go.
@NullMarked
package dev.tenure.kubelet.eviction.ranking;

import org.jspecify.annotations.NullMarked;
