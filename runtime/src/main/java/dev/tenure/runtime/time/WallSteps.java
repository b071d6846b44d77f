package dev.tenure.runtime.time;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/// The steps of a wall clock that one process has seen, eldest first, so that what was written by the clock
/// before can be compared with what it shows now. Immutable.
///
/// A time that was written may belong to more than one stretch between two steps when the clock was set back;
/// the latest of them counts, so that nothing is taken to be older than it is. One that lies between what the
/// clock showed before and after it was set forward counts as the later of the two.
public record WallSteps(List<Step> steps) {
    public static final WallSteps NONE = new WallSteps(List.of());

    /// Who writes whole seconds rounds down, and some add that second again.
    private static final Duration WRITTEN_PRECISION = Duration.ofSeconds(1);

    private static final int STEPS_MAX = 64;

    /// The wall clock was set.
    ///
    /// @param would what it would have shown at that moment
    /// @param shows what it showed instead
    public record Step(Instant would, Instant shows) {
        public Duration by() {
            return Duration.between(would, shows);
        }
    }

    public WallSteps {
        steps = List.copyOf(steps);
    }

    /// With one more step; the eldest of many are forgotten.
    public WallSteps with(Step step) {
        var longer = new ArrayList<>(steps);
        longer.add(step);
        return new WallSteps(longer.subList(Math.max(0, longer.size() - STEPS_MAX), longer.size()));
    }

    /// The steps after the first so many.
    public WallSteps after(int count) {
        return new WallSteps(steps.subList(Math.min(count, steps.size()), steps.size()));
    }

    /// By how much the clock was set in all.
    public Duration total() {
        Duration total = Duration.ZERO;
        for (Step step : steps) {
            total = total.plus(step.by());
        }
        return total;
    }

    /// What the wall clock, as it goes now, would have shown when it showed `written`; a time that it has not
    /// shown yet stays what it is.
    ///
    /// @param now what it shows
    public Instant asOfNow(Instant written, Instant now) {
        Duration since = Duration.ZERO;
        Instant end = now;
        for (Step step : steps.reversed()) {
            boolean reached = !written.isAfter(end.plus(WRITTEN_PRECISION));
            if (reached && written.isAfter(step.shows().minus(WRITTEN_PRECISION))) {
                return written.plus(since);
            }
            if (reached && written.isAfter(step.would().plus(WRITTEN_PRECISION))) {
                return step.shows().plus(since);
            }
            since = since.plus(step.by());
            end = step.would();
        }
        return written.isAfter(end.plus(WRITTEN_PRECISION)) ? written : written.plus(since);
    }
}
