package dev.tenure.controllers.tainteviction.hold;

import dev.tenure.controllers.tainteviction.policy.EvictionHold;
import dev.tenure.controllers.tainteviction.stay.EvictionOrder;
import dev.tenure.runtime.time.Tick;
import java.util.Optional;

/// A pod that should have left its node, and what holds it.
///
/// @param end when the hold ends by itself, where that is known
public record HeldEviction(EvictionOrder order, EvictionHold hold, Optional<Tick> end) {}
