package dev.tenure.wire.json.decode;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.YearMonth;
import java.time.ZoneOffset;
import java.time.temporal.ChronoField;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// Times of RFC 3339 as Go's `time.Parse` reads them, its leniency and its messages included: a one-digit
/// hour passes, a comma may stand before fractions, a zone may be 24 hours off. The result is the text in
/// UTC that is served. Upstream: Go's time/format.go, apis/meta/v1/time.go and micro_time.go.
final class GoTime {
    private static final String SECONDS = "2006-01-02T15:04:05Z07:00";
    private static final String MICROS = "2006-01-02T15:04:05.000000Z07:00";
    private static final String SHAPE = "dddd-dd-ddTdd:dd:ddZ";
    private static final String MICRO_SHAPE = "dddd-dd-ddTdd:dd:dd.ddddddZ";
    private static final int MICRO_DIGITS = 6;
    private static final int MICROS_A_SECOND = 1_000_000;
    private static final int YEAR_MAX = 9_999;

    private final String text;
    private final boolean micro;
    private String rest;
    private int nanos;
    private int zoneSeconds;

    private GoTime(String text, boolean micro) {
        this.text = text;
        this.micro = micro;
        this.rest = text;
    }

    /// Whole seconds; a fraction is read and dropped. `null` for Go's zero time, year 1.
    ///
    /// @throws DecodeFault when `text` is no time
    static @Nullable String seconds(String text) {
        if (isPlain(text, SHAPE)) {
            return text;
        }
        LocalDateTime utc = new GoTime(text, false).read();
        return isZero(utc) ? null : format(utc);
    }

    /// Six decimals, no more and no less. `null` for Go's zero time, year 1.
    ///
    /// @throws DecodeFault when `text` is no time
    static @Nullable String micros(String text) {
        if (isPlain(text, MICRO_SHAPE)) {
            return text;
        }
        LocalDateTime utc = new GoTime(text, true).read();
        return isZero(utc) ? null : formatMicros(utc);
    }

    /// As served, from the numbers that protobuf carries.
    static String ofEpoch(long seconds, int nanos, boolean micro) {
        LocalDateTime utc = LocalDateTime.ofInstant(Instant.ofEpochSecond(seconds, nanos), ZoneOffset.UTC);
        return micro ? formatMicros(utc) : format(utc);
    }

    private static boolean isZero(LocalDateTime utc) {
        return utc.equals(LocalDateTime.of(1, 1, 1, 0, 0));
    }

    private static String format(LocalDateTime t) {
        if (t.getYear() >= 0 && t.getYear() <= YEAR_MAX) {
            return Times.seconds(t);
        }
        return String.format(
                Locale.ROOT,
                "%04d-%02d-%02dT%02d:%02d:%02dZ",
                t.getYear(),
                t.getMonthValue(),
                t.getDayOfMonth(),
                t.getHour(),
                t.getMinute(),
                t.getSecond());
    }

    private static String formatMicros(LocalDateTime t) {
        String seconds = format(t);
        String micros = Integer.toString(MICROS_A_SECOND + t.get(ChronoField.MICRO_OF_SECOND));
        return seconds.substring(0, seconds.length() - 1) + "." + micros.substring(1) + "Z";
    }

    /// Whether the text is already what would be served; the common case.
    private static boolean isPlain(String text, String shape) {
        if (text.length() != shape.length() || text.startsWith("0001-01-01T00:00:00")) {
            return false;
        }
        for (int i = 0; i < shape.length(); i++) {
            boolean wantsDigit = shape.charAt(i) == 'd';
            if (wantsDigit ? !digit(text, i) : text.charAt(i) != shape.charAt(i)) {
                return false;
            }
        }
        return within(text, 5, 1, 12)
                && within(text, 8, 1, daysOfEveryYear(two(text, 5)))
                && within(text, 11, 0, 23)
                && within(text, 14, 0, 59)
                && within(text, 17, 0, 59);
    }

    private static int daysOfEveryYear(int month) {
        return switch (month) {
            case 2 -> 28;
            case 4, 6, 9, 11 -> 30;
            default -> 31;
        };
    }

    private static boolean within(String text, int at, int min, int max) {
        int value = two(text, at);
        return value >= min && value <= max;
    }

    private static int two(String text, int at) {
        return (text.charAt(at) - '0') * 10 + text.charAt(at + 1) - '0';
    }

    private LocalDateTime read() {
        final int year = year();
        literal("-");
        final int month = number("01", true, "month", 1, 12);
        literal("-");
        final int day = number("02", true, "", 0, 99);
        literal("T");
        final int hour = number("15", false, "hour", 0, 23);
        literal(":");
        final int minute = number("04", true, "minute", 0, 59);
        literal(":");
        final int second = number("05", true, "second", 0, 59);
        if (micro) {
            fixedFraction();
        } else {
            anyFraction();
        }
        zone();
        if (!rest.isEmpty()) {
            throw fault(": extra text: " + quote(rest));
        }
        if (day < 1 || day > YearMonth.of(year, month).lengthOfMonth()) {
            throw fault(": day out of range");
        }
        return LocalDateTime.of(year, month, day, hour, minute, second, nanos).minusSeconds(zoneSeconds);
    }

    private int year() {
        if (rest.length() < 4 || !digit(rest, 0) || !digit(rest, 1) || !digit(rest, 2) || !digit(rest, 3)) {
            throw mismatch("2006", rest);
        }
        int year = Integer.parseInt(rest.substring(0, 4));
        rest = rest.substring(4);
        return year;
    }

    private void literal(String expected) {
        if (!rest.startsWith(expected)) {
            throw mismatch(expected, rest);
        }
        rest = rest.substring(expected.length());
    }

    private int number(String element, boolean twoDigits, String name, int min, int max) {
        if (!digit(rest, 0) || (twoDigits && !digit(rest, 1))) {
            throw mismatch(element, rest);
        }
        int length = digit(rest, 1) ? 2 : 1;
        int value = Integer.parseInt(rest.substring(0, length));
        rest = rest.substring(length);
        if (value < min || value > max) {
            throw fault(": " + name + " out of range");
        }
        return value;
    }

    private void anyFraction() {
        if (rest.length() < 2 || !isPoint() || !digit(rest, 1)) {
            return;
        }
        int length = 2;
        while (digit(rest, length)) {
            length++;
        }
        nanos = Integer.parseInt((rest.substring(1, Math.min(length, 10)) + "00000000").substring(0, 9));
        rest = rest.substring(length);
    }

    private void fixedFraction() {
        if (rest.length() <= MICRO_DIGITS || !isPoint()) {
            throw mismatch(".000000", rest);
        }
        for (int i = 1; i <= MICRO_DIGITS; i++) {
            if (!digit(rest, i)) {
                throw mismatch(".000000", rest);
            }
        }
        nanos = Integer.parseInt(rest.substring(1, 1 + MICRO_DIGITS)) * 1000;
        rest = rest.substring(1 + MICRO_DIGITS);
    }

    private boolean isPoint() {
        return rest.charAt(0) == '.' || rest.charAt(0) == ',';
    }

    private void zone() {
        if (rest.startsWith("Z")) {
            rest = rest.substring(1);
            return;
        }
        if (rest.length() < 6 || "+-".indexOf(rest.charAt(0)) < 0 || rest.charAt(3) != ':' || !zoneDigits()) {
            throw mismatch("Z07:00", rest);
        }
        int hours = two(rest, 1);
        int minutes = two(rest, 4);
        int sign = rest.charAt(0) == '-' ? -1 : 1;
        rest = rest.substring(6);
        if (hours > 24 || minutes > 60) {
            throw fault(": time zone offset " + (minutes > 60 ? "minute" : "hour") + " out of range");
        }
        zoneSeconds = sign * (hours * 60 + minutes) * 60;
    }

    private boolean zoneDigits() {
        return digit(rest, 1) && digit(rest, 2) && digit(rest, 4) && digit(rest, 5);
    }

    private static boolean digit(String text, int at) {
        return at < text.length() && text.charAt(at) >= '0' && text.charAt(at) <= '9';
    }

    private DecodeFault mismatch(String element, String found) {
        return new DecodeFault("parsing time " + quote(text) + " as " + quote(micro ? MICROS : SECONDS)
                + ": cannot parse " + quote(found) + " as " + quote(element));
    }

    private DecodeFault fault(String message) {
        return new DecodeFault("parsing time " + quote(text) + message);
    }

    /// Go's time package quotes in its own way: every byte outside of printable ASCII in hexadecimal.
    private static String quote(String value) {
        StringBuilder out = new StringBuilder("\"");
        for (byte b : value.getBytes(StandardCharsets.UTF_8)) {
            if (b == '"' || b == '\\') {
                out.append('\\').append((char) b);
            } else if (b >= ' ') {
                out.append((char) b);
            } else {
                out.append(String.format("\\x%02x", b & 0xff));
            }
        }
        return out.append('"').toString();
    }
}
