package dev.tenure.simnodes.usage;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

/// An amount over time, counted from the moment at which its user began. Amounts are bytes or numbers of
/// things and never fall below 0.
public sealed interface Usage {
    record Constant(long amount) implements Usage {}

    /// From one amount evenly to another, which then stays.
    ///
    /// @param after how long the first amount stays before
    record Ramp(long from, long to, Duration over, Duration after) implements Usage {}

    /// An amount that jumps for a while, once or again and again.
    ///
    /// @param every from one jump to the next; absent: there is one
    record Spike(long base, long peak, Duration after, Duration lasting, Optional<Duration> every) implements Usage {}

    /// An amount that grows for ever.
    record Leak(long from, double perSecond) implements Usage {}

    /// What was recorded: evenly from point to point; before the first and after the last, what stands
    /// there.
    record Trace(List<Point> points) implements Usage {
        public Trace {
            points = List.copyOf(points);
        }
    }

    record Point(Duration at, long amount) {}

    Usage NOTHING = new Constant(0);
}
