/// How much simulated pods and nodes use of what nodes can run short of, over time, without using any of
/// it.
/// Never here: what follows from it (kubelet.eviction), a clock.
/// Start at UsageParser for how it is declared, at NodeUsage for what a node measures.
/// Upstream twin: none; kwok's ClusterResourceUsage in purpose.
@NullMarked
package dev.tenure.simnodes.usage;

import org.jspecify.annotations.NullMarked;
