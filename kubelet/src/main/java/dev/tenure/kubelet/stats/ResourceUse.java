package dev.tenure.kubelet.stats;

import java.time.Instant;
import java.util.OptionalLong;

/// What something has used when it was looked at. What could not be measured is absent.
///
/// @param time when that was
/// @param cpuNanos time on processors since it began
/// @param workingSetBytes memory that cannot be taken back at once
/// @param swapLimitBytes as much as it may have of it; absent without a limit
public record ResourceUse(
        Instant time,
        OptionalLong cpuNanos,
        OptionalLong workingSetBytes,
        OptionalLong swapBytes,
        OptionalLong swapLimitBytes) {}
