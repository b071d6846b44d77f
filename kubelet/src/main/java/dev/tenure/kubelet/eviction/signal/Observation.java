package dev.tenure.kubelet.eviction.signal;

import dev.tenure.model.quantity.Quantity;
import java.time.Instant;
import java.util.Optional;

/// What was seen of one signal.
///
/// @param capacity of which shares are taken
/// @param time when it was measured; absent when unknown
public record Observation(Quantity available, Quantity capacity, Optional<Instant> time) {}
