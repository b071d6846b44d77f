package dev.tenure.runtime.time;

import java.time.Duration;
import java.time.Instant;

/// The two clocks of a component, kept apart by type. Safe for use by several threads.
public interface TimeSource {
    /// For what users read: conditions, events, logs.
    Instant wall();

    /// For what we measure: deadlines, grace periods, rates.
    Tick now();

    /// The tick at which the wall clock, as it goes now, shows `moment`. After a step of the wall clock it
    /// must be asked again.
    default Tick tickOf(Instant moment) {
        Duration ahead = Duration.between(wall(), moment);
        return now().plus(ahead);
    }
}
