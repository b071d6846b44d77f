package dev.tenure.agent.stats;

import java.time.Instant;
import java.util.Optional;
import java.util.OptionalLong;

/// Memory of a cgroup, in bytes.
///
/// @param time when it was measured; absent when nobody said
/// @param availableBytes limit minus working set; absent when there is no limit
/// @param workingSetBytes what is in use and cannot be taken back at once
public record MemoryStats(Optional<Instant> time, OptionalLong availableBytes, OptionalLong workingSetBytes) {}
