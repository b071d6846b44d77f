package dev.tenure.wire.json.decode;

import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.Locale;
import java.util.Optional;

/// Times in the form in which canonical trees hold them: RFC 3339 in UTC, with no decimals or with six.
public final class Times {
    /// Go's zero time, which is served as null.
    private static final long ZERO_SECONDS = -62_135_596_800L;

    /// The end of year 9999.
    private static final long MAX_SECONDS = 253_402_300_799L;

    private static final long SECONDS_A_DAY = 86_400;

    private static final DateTimeFormatter MICROS = DateTimeFormatter.ofPattern(
                    "uuuu-MM-dd'T'HH:mm:ss.SSSSSS'Z'", Locale.ROOT)
            .withZone(ZoneOffset.UTC);

    private static final byte[] SECONDS_SHAPE = "0000-00-00T00:00:00Z".getBytes(StandardCharsets.ISO_8859_1);

    private Times() {}

    /// What Go says of a text that should be a time in RFC 3339; empty when it is one.
    public static Optional<String> complaint(String text) {
        try {
            GoTime.seconds(text);
            return Optional.empty();
        } catch (DecodeFault fault) {
            return Optional.of(fault.text());
        }
    }

    /// A moment in whole seconds, as fields of type Time hold it; what is finer is dropped.
    public static String seconds(Instant moment) {
        long seconds = moment.getEpochSecond();
        if (seconds < 0 || seconds > MAX_SECONDS) {
            return moment.truncatedTo(ChronoUnit.SECONDS).toString();
        }
        return seconds(LocalDateTime.ofEpochSecond(seconds, 0, ZoneOffset.UTC));
    }

    /// The same of a time in UTC, of a year of four digits.
    static String seconds(LocalDateTime utc) {
        byte[] text = new byte[SECONDS_SHAPE.length];
        System.arraycopy(SECONDS_SHAPE, 0, text, 0, text.length);
        digits(text, 0, utc.getYear() / 100);
        digits(text, 2, utc.getYear() % 100);
        digits(text, 5, utc.getMonthValue());
        digits(text, 8, utc.getDayOfMonth());
        digits(text, 11, utc.getHour());
        digits(text, 14, utc.getMinute());
        digits(text, 17, utc.getSecond());
        return new String(text, StandardCharsets.ISO_8859_1);
    }

    private static void digits(byte[] text, int at, int value) {
        text[at] = (byte) ('0' + value / 10);
        text[at + 1] = (byte) ('0' + value % 10);
    }

    /// A moment with six decimals, as fields of type MicroTime hold it; what is finer is dropped.
    public static String micros(Instant moment) {
        return MICROS.format(moment);
    }

    /// @param nanos of the second, a whole number of microseconds
    public record Epoch(long seconds, int nanos) {}

    /// @param canonical as a canonical tree holds it; its year may have five digits, which zones can bring
    ///     about
    public static Epoch toEpoch(String canonical) {
        int month = canonical.indexOf('-', 1) + 1;
        LocalDate date = LocalDate.of(
                number(canonical, 0, month - 1),
                number(canonical, month, month + 2),
                number(canonical, month + 3, month + 5));
        int time = month + 6;
        int second = number(canonical, time, time + 2) * 3_600
                + number(canonical, time + 3, time + 5) * 60
                + number(canonical, time + 6, time + 8);
        int decimals = time + 9;
        int micros = canonical.length() > decimals ? number(canonical, decimals, canonical.length() - 1) : 0;
        return new Epoch(date.toEpochDay() * SECONDS_A_DAY + second, micros * 1_000);
    }

    private static int number(String text, int from, int to) {
        return Integer.parseInt(text, from, to, 10);
    }

    /// The canonical text; empty for Go's zero time.
    ///
    /// @param micro whether six decimals are shown; otherwise `nanos` is dropped
    /// @throws DateTimeException when no year has such a number
    public static Optional<String> ofEpoch(long seconds, int nanos, boolean micro) {
        if (seconds > MAX_SECONDS || seconds < ZERO_SECONDS) {
            throw new DateTimeException("time " + seconds + " is out of range");
        }
        int kept = micro ? nanos / 1000 * 1000 : 0;
        return seconds == ZERO_SECONDS && kept == 0
                ? Optional.empty()
                : Optional.of(GoTime.ofEpoch(seconds, kept, micro));
    }
}
