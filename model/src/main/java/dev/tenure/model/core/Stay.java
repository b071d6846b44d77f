package dev.tenure.model.core;

import java.time.Duration;

/// How long a pod may remain under a taint that it tolerates.
///
/// In objects this is `tolerationSeconds`, whose absence means forever and whose values of zero or less mean
/// at once.
public sealed interface Stay {
    static Stay forever() {
        return new Forever();
    }

    record Forever() implements Stay {}

    /// @param seconds as written; zero or less means at once
    record AtMost(long seconds) implements Stay {
        private static final long SECONDS_MAX = Long.MAX_VALUE / 1_000_000_000;

        /// The time granted: never negative, at most what fits in a long of nanoseconds (292 years).
        public Duration limit() {
            return Duration.ofSeconds(Math.clamp(seconds, 0, SECONDS_MAX));
        }
    }
}
