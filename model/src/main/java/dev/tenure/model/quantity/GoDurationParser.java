package dev.tenure.model.quantity;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HexFormat;
import java.util.Map;

/// Durations as Go reads them: `1h30m`, `-5s`, `1.5m`, `0`, to the same nanosecond, and refused at the same
/// place. Numbers are unsigned, as there. Upstream: Go's time.ParseDuration.
public final class GoDurationParser {
    private static final Map<String, Long> NANOS = Map.of(
            "ns", 1L,
            "us", 1_000L,
            "µs", 1_000L,
            "μs", 1_000L,
            "ms", 1_000_000L,
            "s", 1_000_000_000L,
            "m", 60_000_000_000L,
            "h", 3_600_000_000_000L);

    /// 2^63, one more than a positive span may have.
    private static final long LIMIT = Long.MIN_VALUE;

    private static final long TENTH_OF_LIMIT = Long.MAX_VALUE / 10;

    private final String text;
    private int position;

    private GoDurationParser(String text) {
        this.text = text;
    }

    /// The digits after a point: `digits` / `scale`.
    private record Fraction(long digits, double scale) {
        private static final Fraction NONE = new Fraction(0, 1);

        private long of(long unit) {
            double value = digits < 0 ? 0x1p63 : digits;
            return (long) (value * (unit / scale));
        }
    }

    /// @throws DurationFormatException in Go's words when it is no duration
    public static Duration parse(String text) {
        return new GoDurationParser(text).read();
    }

    private Duration read() {
        boolean negative = text.startsWith("-");
        if (negative || text.startsWith("+")) {
            position++;
        }
        String rest = text.substring(position);
        if (rest.equals("0")) {
            return Duration.ZERO;
        }
        if (rest.isEmpty()) {
            throw invalid();
        }
        long nanos = 0;
        while (position < text.length()) {
            nanos = limited(nanos + part());
        }
        if (nanos == LIMIT && !negative) {
            throw invalid();
        }
        return Duration.ofNanos(negative ? -nanos : nanos);
    }

    private long part() {
        int from = position;
        long whole = whole();
        int digits = position - from;
        Fraction fraction = Fraction.NONE;
        if (position < text.length() && text.charAt(position) == '.') {
            position++;
            from = position;
            fraction = fraction();
            digits += position - from;
        }
        if (digits == 0) {
            throw invalid();
        }
        long unit = unit();
        if (Long.compareUnsigned(whole, Long.divideUnsigned(LIMIT, unit)) > 0) {
            throw invalid();
        }
        return limited(whole * unit + fraction.of(unit));
    }

    private long whole() {
        long value = 0;
        for (; atDigit(); position++) {
            if (value > TENTH_OF_LIMIT || value < 0) {
                throw invalid();
            }
            value = limited(value * 10 + digit());
        }
        return value;
    }

    /// Digits that do not fit are passed over.
    private Fraction fraction() {
        long value = 0;
        double scale = 1;
        boolean full = false;
        for (; atDigit(); position++) {
            full |= value > TENTH_OF_LIMIT || value < 0 || exceeds(value * 10 + digit());
            if (!full) {
                value = value * 10 + digit();
                scale *= 10;
            }
        }
        return new Fraction(value, scale);
    }

    private long unit() {
        int from = position;
        while (position < text.length() && text.charAt(position) != '.' && !atDigit()) {
            position++;
        }
        String unit = text.substring(from, position);
        if (unit.isEmpty()) {
            throw new DurationFormatException("time: missing unit in duration " + quoted(text));
        }
        Long nanos = NANOS.get(unit);
        if (nanos == null) {
            throw new DurationFormatException(
                    "time: unknown unit %s in duration %s".formatted(quoted(unit), quoted(text)));
        }
        return nanos;
    }

    private boolean atDigit() {
        return position < text.length() && text.charAt(position) >= '0' && text.charAt(position) <= '9';
    }

    private int digit() {
        return text.charAt(position) - '0';
    }

    private long limited(long nanos) {
        if (exceeds(nanos)) {
            throw invalid();
        }
        return nanos;
    }

    private static boolean exceeds(long unsigned) {
        return Long.compareUnsigned(unsigned, LIMIT) > 0;
    }

    private DurationFormatException invalid() {
        return new DurationFormatException("time: invalid duration " + quoted(text));
    }

    /// Bytes that are no printable ASCII are written as numbers.
    private static String quoted(String text) {
        var quoted = new StringBuilder("\"");
        for (byte each : text.getBytes(StandardCharsets.UTF_8)) {
            if (each < ' ') {
                quoted.append("\\x").append(HexFormat.of().toHexDigits(each));
            } else {
                quoted.append(each == '"' || each == '\\' ? "\\" : "").append((char) each);
            }
        }
        return quoted.append('"').toString();
    }
}
