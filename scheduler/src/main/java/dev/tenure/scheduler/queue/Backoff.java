package dev.tenure.scheduler.queue;

import dev.tenure.runtime.time.Tick;
import dev.tenure.runtime.time.TimeSource;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

/// How long a pod rests after a failed attempt: doubled each time up to a maximum, the end cut down to a
/// whole second.
public record Backoff(Duration first, Duration longest) {
    public static final Backoff DEFAULT = new Backoff(Duration.ofSeconds(1), Duration.ofSeconds(10));

    /// Queues are looked at once a second, on the second, for pods whose rest ended before it.
    private static final Duration WINDOW = Duration.ofSeconds(1);

    /// The rest after the `failures`-th failure; failures count from 1.
    public Duration after(int failures) {
        if (failures <= 0 || longest.isZero()) {
            return Duration.ZERO;
        }
        Duration rest = first;
        for (int i = 1; i < failures && rest.compareTo(longest) < 0; i++) {
            rest = rest.multipliedBy(2);
        }
        return rest.compareTo(longest) > 0 ? longest : rest;
    }

    /// When a pod that has failed now for the `failures`-th time is let go again: on the first whole
    /// second after the one to which the end of its rest is cut down.
    Tick end(TimeSource time, int failures) {
        Instant end = time.wall().plus(after(failures)).truncatedTo(ChronoUnit.SECONDS);
        return time.tickOf(end.plus(WINDOW));
    }
}
