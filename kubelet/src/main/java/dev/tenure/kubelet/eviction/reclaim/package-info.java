/// What a node cleans up before it sends pods away.
/// Never here: the cleaning itself (node, simnodes).
/// Start at ReclaimRule.
/// Upstream twin: pkg/kubelet/eviction/helpers.go (buildSignalToNodeReclaimFuncs).
@NullMarked
package dev.tenure.kubelet.eviction.reclaim;

import org.jspecify.annotations.NullMarked;
