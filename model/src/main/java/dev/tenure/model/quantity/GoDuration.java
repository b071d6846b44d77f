package dev.tenure.model.quantity;

import java.time.Duration;

/// Durations as Go writes them ([GoDurationParser] reads them), to the millisecond: `10s`, `1m20s`, `2.5s`, `13ms`.
public final class GoDuration {
    private static final long MILLIS_PER_SECOND = 1_000;

    private GoDuration() {}

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
