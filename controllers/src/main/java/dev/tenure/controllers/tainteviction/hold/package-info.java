/// Pods that have to leave and may not go yet, because a policy paces, brakes or pauses evictions or a
/// replacement comes first: who is held, when that is asked again, and what policies tell of it.
/// Never here: the decision itself (tainteviction.policy), and who has to leave when (tainteviction.stay).
/// Start at EvictionGate, then HeldPods.
/// Upstream twin: none.
@NullMarked
package dev.tenure.controllers.tainteviction.hold;

import org.jspecify.annotations.NullMarked;
