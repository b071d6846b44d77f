package dev.tenure.controllers.podautoscaler;

import java.time.Duration;
import java.time.Instant;

/// What was measured of a pod.
///
/// @param window over which it was measured, up to `timestamp`
/// @param milli in thousandths
record PodMetric(Instant timestamp, Duration window, long milli) {
    /// What stands for a pod of which nothing was measured.
    static PodMetric assumed(long milli) {
        return new PodMetric(Instant.EPOCH, Duration.ZERO, milli);
    }
}
