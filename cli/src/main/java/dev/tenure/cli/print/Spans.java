package dev.tenure.cli.print;

import java.time.Duration;

/// Spans of time in the two largest units that they need, as kubectl shows ages: `12s`, `4m59s`, `3h5m`,
/// `2d4h`.
final class Spans {
    private static final long MINUTE = 60;
    private static final long HOUR = 60 * MINUTE;
    private static final long DAY = 24 * HOUR;

    private Spans() {}

    /// @param span one below nothing counts as nothing
    public static String text(Duration span) {
        long seconds = Math.max(0, span.toSeconds());
        if (seconds >= DAY) {
            return two(seconds, DAY, "d", HOUR, "h");
        }
        if (seconds >= HOUR) {
            return two(seconds, HOUR, "h", MINUTE, "m");
        }
        return seconds >= MINUTE ? two(seconds, MINUTE, "m", 1, "s") : seconds + "s";
    }

    private static String two(long seconds, long large, String largeName, long small, String smallName) {
        long rest = seconds % large / small;
        return seconds / large + largeName + (rest == 0 ? "" : rest + smallName);
    }
}
