package dev.tenure.controllers.tainteviction;

import dev.tenure.controllers.tainteviction.policy.EvictionHold;

/// A pod that should have left its node, and what holds it.
record HeldEviction(EvictionOrder order, EvictionHold hold) {}
