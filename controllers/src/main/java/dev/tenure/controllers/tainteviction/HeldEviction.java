package dev.tenure.controllers.tainteviction;

import dev.tenure.controllers.tainteviction.policy.EvictionHold;
import dev.tenure.runtime.time.Tick;
import java.util.Optional;

/// A pod that should have left its node, and what holds it.
///
/// @param end when the hold ends by itself, where that is known
record HeldEviction(EvictionOrder order, EvictionHold hold, Optional<Tick> end) {}
