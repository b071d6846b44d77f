package dev.tenure.runtime.time;

import java.time.Duration;
import java.time.Instant;

/// The two clocks of a component, kept apart by type. Safe for use by several threads.
public interface TimeSource {
    /// For what users read: conditions, events, logs.
    Instant wall();

    /// For what we measure: deadlines, grace periods, rates.
    Tick now();

    /// The steps of the wall clock since this process, or this part of it, began.
    default WallSteps steps() {
        return WallSteps.NONE;
    }

    /// What the wall clock, as it goes now, would have shown when it showed `written`: for spans that began
    /// at a time that an object tells, so that they last as long as they should while this process lives,
    /// whatever becomes of the clock.
    default Instant asOfNow(Instant written) {
        WallSteps steps = steps();
        return steps.steps().isEmpty() ? written : steps.asOfNow(written, wall());
    }

    /// What the wall clock would show if it had not been stepped since this process began: for what is kept
    /// in memory and told to nobody.
    default Instant steady() {
        return wall().minus(steps().total());
    }

    /// The tick at which the wall clock, as it goes now, shows `moment`. After a step of the wall clock it
    /// must be asked again.
    default Tick tickOf(Instant moment) {
        Duration ahead = Duration.between(wall(), moment);
        return now().plus(ahead);
    }
}
