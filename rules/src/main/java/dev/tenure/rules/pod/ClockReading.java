package dev.tenure.rules.pod;

import java.time.Instant;
import java.util.function.UnaryOperator;

/// What the wall clock shows, and how times compare with it that were written before somebody set it.
///
/// @param now what it shows
/// @param asOfNow what the clock, as it goes now, would have shown at a moment that it showed otherwise then
public record ClockReading(Instant now, UnaryOperator<Instant> asOfNow) {
    /// Of a clock that nobody sets.
    public static ClockReading steady(Instant now) {
        return new ClockReading(now, UnaryOperator.identity());
    }
}
