package dev.tenure.kinds.expression.library;

import com.google.common.primitives.UnsignedLong;
import com.google.re2j.Pattern;
import dev.tenure.model.quantity.DurationFormatException;
import dev.tenure.model.quantity.GoDurationParser;
import java.math.BigInteger;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/// What texts come to where an expression makes numbers, flags and durations of them; nothing comes of texts that Go
/// does not read. Pure. Upstream: Go's strconv and time, which cel-go's common/types/string.go calls.
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
}
