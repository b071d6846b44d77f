package dev.tenure.kinds.expression.library;

import com.google.common.primitives.UnsignedLong;
import com.google.re2j.Matcher;
import com.google.re2j.Pattern;
import dev.tenure.model.quantity.DurationFormatException;
import dev.tenure.model.quantity.GoDurationParser;
import java.math.BigInteger;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/// What texts come to where an expression makes numbers, flags, moments and durations of them; nothing comes
/// of texts that Go does not read. Pure. Upstream: Go's strconv and time, which cel-go's
/// common/types/string.go calls.
public final class ReadTexts {
    private static final Pattern WHOLE = Pattern.compile("[-+]?[0-9]{1,40}");
    private static final Pattern DIGITS = Pattern.compile("[0-9]{1,40}");
    private static final Pattern REAL = Pattern.compile("[-+]?([0-9]+\\.?[0-9]*|\\.[0-9]+)([eE][-+]?[0-9]+)?");
    private static final Pattern REAL_IN_HEX =
            Pattern.compile("[-+]?0[xX]([0-9a-fA-F]+\\.?[0-9a-fA-F]*|\\.[0-9a-fA-F]+)[pP][-+]?[0-9]+");
    private static final Pattern INFINITE = Pattern.compile("(?i)[-+]?inf(inity)?");
    /// An underscore stands between two digits, the first of which may be a prefix.
    private static final Pattern MISPLACED = Pattern.compile("^[-+]?_|_$|__|_[^0-9a-fA-F]|[^0-9a-fA-FxX]_");
    private static final Pattern MISPLACED_IN_DECIMAL = Pattern.compile("_[^0-9]|[^0-9]_");
    private static final Pattern MOMENT =
            Pattern.compile("([0-9]{4})-([0-9]{2})-([0-9]{2})T([0-9]{1,2}):([0-9]{2}):([0-9]{2})"
                    + "(?:[.,]([0-9]+))?(?:Z|([-+])([0-9]{2}):([0-9]{2}))");
    private static final int NANO_DIGITS = 9;
    private static final int OFFSET_HOURS_MAX = 24;
    private static final int OFFSET_MINUTES_MAX = 60;
    private static final Instant FIRST = Instant.parse("0001-01-01T00:00:00Z");
    private static final Instant BEYOND = Instant.parse("+10000-01-01T00:00:00Z");
    private static final Set<String> TRUE = Set.of("1", "t", "T", "true", "TRUE", "True");
    private static final Set<String> FALSE = Set.of("0", "f", "F", "false", "FALSE", "False");

    private ReadTexts() {}

    public static Optional<Long> whole(String text) {
        return Optional.of(text)
                .filter(read -> WHOLE.matcher(read).matches())
                .map(BigInteger::new)
                .filter(number -> number.bitLength() < Long.SIZE)
                .map(BigInteger::longValue);
    }

    public static Optional<UnsignedLong> unsigned(String text) {
        return Optional.of(text)
                .filter(read -> DIGITS.matcher(read).matches())
                .map(BigInteger::new)
                .filter(number -> number.bitLength() <= Long.SIZE)
                .map(UnsignedLong::valueOf);
    }

    /// A number beyond the largest one is none, unless it is called infinite.
    public static Optional<Double> real(String text) {
        if (text.toLowerCase(Locale.ROOT).equals("nan")) {
            return Optional.of(Double.NaN);
        }
        if (INFINITE.matcher(text).matches()) {
            return Optional.of(text.startsWith("-") ? Double.NEGATIVE_INFINITY : Double.POSITIVE_INFINITY);
        }
        String digits = text.replace("_", "");
        boolean hex = REAL_IN_HEX.matcher(digits).matches();
        boolean written = hex || REAL.matcher(digits).matches();
        if (!written || (digits.length() < text.length() && hasMisplaced(text, hex))) {
            return Optional.empty();
        }
        return Optional.of(Double.valueOf(digits)).filter(number -> !number.isInfinite());
    }

    private static boolean hasMisplaced(String text, boolean hex) {
        return MISPLACED.matcher(text).find()
                || (!hex && MISPLACED_IN_DECIMAL.matcher(text).find());
    }

    public static Optional<Boolean> flag(String text) {
        return TRUE.contains(text) || FALSE.contains(text) ? Optional.of(TRUE.contains(text)) : Optional.empty();
    }

    static Optional<Duration> duration(String text) {
        try {
            return Optional.of(GoDurationParser.parse(text));
        } catch (DurationFormatException _) {
            return Optional.empty();
        }
    }

    /// As Go reads RFC 3339: the hour may have one digit, a comma may stand before the fraction, of which
    /// nine digits count, and an offset goes up to 24 hours and 60 minutes. Moments are of the years 1 to
    /// 9999.
    public static Optional<Instant> moment(String text) {
        Matcher read = MOMENT.matcher(text);
        if (!read.matches()) {
            return Optional.empty();
        }
        try {
            var local = LocalDateTime.of(
                    number(read, 1),
                    number(read, 2),
                    number(read, 3),
                    number(read, 4),
                    number(read, 5),
                    number(read, 6));
            String fraction = read.group(7) == null ? "" : read.group(7);
            int nanos = Integer.parseInt((fraction + "0".repeat(NANO_DIGITS)).substring(0, NANO_DIGITS));
            return offset(read)
                    .map(offset ->
                            local.toInstant(ZoneOffset.UTC).plusNanos(nanos).minus(offset))
                    .filter(moment -> !moment.isBefore(FIRST) && moment.isBefore(BEYOND));
        } catch (DateTimeException _) {
            return Optional.empty();
        }
    }

    private static Optional<Duration> offset(Matcher read) {
        if (read.group(8) == null) {
            return Optional.of(Duration.ZERO);
        }
        int hours = number(read, 9);
        int minutes = number(read, 10);
        if (hours > OFFSET_HOURS_MAX || minutes > OFFSET_MINUTES_MAX) {
            return Optional.empty();
        }
        Duration offset = Duration.ofHours(hours).plusMinutes(minutes);
        return Optional.of(read.group(8).equals("-") ? offset.negated() : offset);
    }

    private static int number(Matcher read, int group) {
        return Integer.parseInt(read.group(group));
    }
}
