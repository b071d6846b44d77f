package dev.tenure.model.quantity;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Duration;
import java.util.Map;

/// Durations as Go reads them: `1h30m`, `-5s`, `1.5m`, `0`. Upstream: Go's time.ParseDuration.
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
    private static final BigDecimal NANOS_MAX = BigDecimal.valueOf(Long.MAX_VALUE);

    private final String text;
    private int position;

    private GoDurationParser(String text) {
        this.text = text;
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
        BigDecimal nanos = BigDecimal.ZERO;
        while (position < text.length()) {
            nanos = nanos.add(part());
        }
        if (nanos.compareTo(NANOS_MAX) > 0) {
            throw invalid();
        }
        Duration span = Duration.ofNanos(nanos.longValue());
        return negative ? span.negated() : span;
    }

    private BigDecimal part() {
        String whole = digits();
        String fraction = "";
        if (position < text.length() && text.charAt(position) == '.') {
            position++;
            fraction = digits();
        }
        if (whole.isEmpty() && fraction.isEmpty()) {
            throw invalid();
        }
        int from = position;
        while (position < text.length() && text.charAt(position) != '.' && !isDigit(text.charAt(position))) {
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
        String digits = (whole.isEmpty() ? "0" : whole) + (fraction.isEmpty() ? "" : "." + fraction);
        return new BigDecimal(digits).multiply(BigDecimal.valueOf(nanos)).setScale(0, RoundingMode.DOWN);
    }

    private String digits() {
        int from = position;
        while (position < text.length() && isDigit(text.charAt(position))) {
            position++;
        }
        return text.substring(from, position);
    }

    private static boolean isDigit(char letter) {
        return letter >= '0' && letter <= '9';
    }

    private DurationFormatException invalid() {
        return new DurationFormatException("time: invalid duration " + quoted(text));
    }

    private static String quoted(String text) {
        return "\"" + text.replace("\\", "\\\\").replace("\"", "\\\"") + "\"";
    }
}
