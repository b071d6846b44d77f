package dev.tenure.kubelet.stats;

import java.time.Instant;
import java.util.OptionalLong;

/// What something has used when it was looked at. What could not be measured is absent.
///
/// @param time when that was
/// @param cpuNanos time on processors since it began
/// @param nanoCores that time a second, since an earlier look; absent where there was none
/// @param workingSetBytes memory that cannot be taken back at once
/// @param swapLimitBytes as much as it may have of it; absent without a limit
public record ResourceUse(
        Instant time,
        OptionalLong cpuNanos,
        OptionalLong nanoCores,
        OptionalLong workingSetBytes,
        OptionalLong swapBytes,
        OptionalLong swapLimitBytes) {

    /// The same with a rate.
    public ResourceUse at(OptionalLong rate) {
        return new ResourceUse(time, cpuNanos, rate, workingSetBytes, swapBytes, swapLimitBytes);
    }
}
