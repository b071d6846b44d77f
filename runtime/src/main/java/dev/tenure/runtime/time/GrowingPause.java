package dev.tenure.runtime.time;

import java.time.Duration;

/// How long to rest before something that failed is tried again: twice as long after each further failure, up
/// to a bound.
///
/// @param first after the first failure
/// @param max the longest
public record GrowingPause(Duration first, Duration max) {
    /// As often as a long can be doubled without another sign; every pause has reached its bound by then.
    private static final int DOUBLINGS_MAX = 30;

    /// @param failures in a row, at least one
    public Duration after(int failures) {
        Duration pause = first.multipliedBy(1L << Math.clamp(failures - 1L, 0, DOUBLINGS_MAX));
        return pause.compareTo(max) < 0 ? pause : max;
    }
}
