/// What a node cleans up before it sends pods away.
/// Never here: the cleaning itself (agent.runtime).
/// Start at ReclaimRule.
/// Upstream twin: pkg/kubelet/eviction/helpers.go (buildSignalToNodeReclaimFuncs).
@NullMarked
package dev.tenure.agent.eviction.reclaim;

import org.jspecify.annotations.NullMarked;
