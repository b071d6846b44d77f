/// In which order pods would go.
/// Never here: whether one goes, or why the node is short.
/// Start at PodRankingRule.
/// Upstream twin: pkg/kubelet/eviction/helpers.go (rankMemoryPressure, rankDiskPressureFunc,
/// rankPIDPressure).
@NullMarked
package dev.tenure.agent.eviction.ranking;

import org.jspecify.annotations.NullMarked;
