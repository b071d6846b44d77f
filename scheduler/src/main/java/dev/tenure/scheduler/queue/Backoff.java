package dev.tenure.scheduler.queue;

import dev.tenure.runtime.time.Tick;
import dev.tenure.runtime.time.TimeSource;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

/// How long a pod rests after a failed attempt: doubled each time up to a maximum, the end cut down to a whole second.
public record Backoff(Duration first, Duration longest) {
    public static final Backoff DEFAULT = new Backoff(Duration.ofSeconds(1), Duration.ofSeconds(10));

    /// The rest after the `failures`-th failure; failures count from 1.
    public Duration after(int failures) {
        if (failures <= 0 || longest.isZero()) {
            return Duration.ZERO;
        }
        Duration rest = first;
        for (int i = 1; i < failures; i++) {
            rest = rest.multipliedBy(2);
            if (rest.compareTo(longest) >= 0) {
                return longest;
            }
        }
        return rest.compareTo(longest) > 0 ? longest : rest;
    }

    /// The whole second at which a rest begun now ends.
    Tick end(TimeSource time, int failures) {
        Instant end = time.wall().plus(after(failures)).truncatedTo(ChronoUnit.SECONDS);
        return time.tickOf(end);
    }
}
