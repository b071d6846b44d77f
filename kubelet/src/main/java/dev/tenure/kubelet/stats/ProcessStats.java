package dev.tenure.kubelet.stats;

import java.time.Instant;
import java.util.Optional;
import java.util.OptionalLong;

/// Tasks of the whole node, threads counted one by one.
///
/// @param time when it was measured; absent when unknown
public record ProcessStats(Optional<Instant> time, OptionalLong maxPid, OptionalLong running) {}
