package dev.tenure.kubelet.stats;

import java.time.Instant;
import java.util.Optional;
import java.util.OptionalLong;

/// Memory of a cgroup, in bytes.
///
/// @param time when it was measured; absent when unknown
/// @param availableBytes limit minus working set; absent when there is no limit
/// @param workingSetBytes what is in use and cannot be taken back at once
/// @param usageBytes all that is in use
public record MemoryStats(
        Optional<Instant> time, OptionalLong availableBytes, OptionalLong workingSetBytes, OptionalLong usageBytes) {
    /// Nobody says how much is in use in all.
    public MemoryStats(Optional<Instant> time, OptionalLong availableBytes, OptionalLong workingSetBytes) {
        this(time, availableBytes, workingSetBytes, OptionalLong.empty());
    }

    /// The same with so many bytes fewer left; never below nothing.
    public MemoryStats without(long bytes) {
        OptionalLong left = availableBytes.isEmpty()
                ? availableBytes
                : OptionalLong.of(Math.max(0, availableBytes.getAsLong() - bytes));
        return new MemoryStats(time, left, workingSetBytes, usageBytes);
    }
}
