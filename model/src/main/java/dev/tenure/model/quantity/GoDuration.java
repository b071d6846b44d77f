package dev.tenure.model.quantity;

import java.time.Duration;
import java.time.Instant;

/// Durations as Go writes them ([GoDurationParser] reads them), to the millisecond: `10s`, `1m20s`, `2.5s`,
/// `13ms`.
public final class GoDuration {
    private static final long MILLIS_PER_SECOND = 1_000;

    private static final long NANOS_PER_SECOND = 1_000_000_000;
    private static final Duration LONGEST = Duration.ofNanos(Long.MAX_VALUE);

    private GoDuration() {}

    /// Seconds that somebody has written, as Go's `time.Duration` holds them: what is longer than 292 years
    /// comes round, and may be negative. Upstream's arithmetic of deadlines and grace periods is that.
    public static Duration ofSeconds(long seconds) {
        return Duration.ofNanos(seconds * NANOS_PER_SECOND);
    }

    /// How long from one moment to another, as Go tells it: at most some 292 years, in either direction.
    public static Duration between(Instant from, Instant to) {
        Duration span = Duration.between(from, to);
        if (span.compareTo(LONGEST) > 0) {
            return LONGEST;
        }
        return span.compareTo(LONGEST.negated()) < 0 ? LONGEST.negated() : span;
    }

    public static String text(Duration length) {
        long millis = length.toMillis();
        if (millis < MILLIS_PER_SECOND) {
            return millis + "ms";
        }
        var text = new StringBuilder();
        if (length.toHours() > 0) {
            text.append(length.toHours()).append('h');
        }
        if (length.toMinutes() > 0) {
            text.append(length.toMinutesPart()).append('m');
        }
        text.append(length.toSecondsPart());
        if (length.toMillisPart() > 0) {
            text.append(".%03d".formatted(length.toMillisPart()));
            while (text.charAt(text.length() - 1) == '0') {
                text.setLength(text.length() - 1);
            }
        }
        return text.append('s').toString();
    }
}
