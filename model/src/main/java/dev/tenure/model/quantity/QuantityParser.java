package dev.tenure.model.quantity;

import dev.tenure.model.quantity.Quantity.Format;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import org.jspecify.annotations.Nullable;

/// Text → [Quantity], digit for digit as Kubernetes reads it. A text that is already in canonical form (by
/// upstream's quick test, which also lets "1.500" and "+5" pass) is kept as it stands. Upstream: quantity.go.
final class QuantityParser {
    private static final String FORMAT_WRONG =
            "quantities must match the regular expression " + "'^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'";
    private static final String NUMERIC_WRONG = "unable to parse numeric part of quantity";
    private static final String SUFFIX_WRONG = "unable to parse quantity's suffix";
    private static final String SUFFIX_LETTERS = "eEinumkKMGTP";
    /// Digits that always fit in a long.
    private static final int LONG_DIGITS = 18;

    /// Upstream has no limit; a number as long as a request would take minutes to read, and again wherever it
    /// is read.
    private static final int DIGITS_MAX = 10_000;

    private static final int NANO = -9;
    private static final BigDecimal BINARY_MAX = BigDecimal.valueOf(Long.MAX_VALUE);

    private final String text;
    private int position;

    private QuantityParser(String text) {
        this.text = text;
    }

    static Quantity parse(String text) {
        if (text.isEmpty()) {
            throw new QuantityFormatException(FORMAT_WRONG);
        }
        return text.equals("0") ? Quantity.ZERO : new QuantityParser(text).read();
    }

    private Quantity read() {
        boolean negative = text.charAt(0) == '-';
        if (negative || text.charAt(0) == '+') {
            position++;
        }
        while (position < text.length() && text.charAt(position) == '0') {
            position++;
        }
        String whole = digits();
        if (whole.isEmpty()) {
            whole = "0";
        }
        String fraction = "";
        if (position < text.length() && text.charAt(position) == '.') {
            position++;
            fraction = digits();
        }
        boolean empty = !digitBefore(position);
        Suffix suffix = Suffix.interpret(suffix());
        if (suffix == null) {
            throw new QuantityFormatException(SUFFIX_WRONG);
        }
        Quantity small = small(negative, whole, fraction, suffix);
        if (small != null) {
            return small;
        }
        if (empty || whole.length() + fraction.length() > DIGITS_MAX) {
            throw new QuantityFormatException(NUMERIC_WRONG);
        }
        return large(negative, whole, fraction, suffix);
    }

    private boolean digitBefore(int end) {
        for (int i = 0; i < end; i++) {
            if (Character.isDigit(text.charAt(i))) {
                return true;
            }
        }
        return false;
    }

    private String digits() {
        int from = position;
        while (position < text.length() && text.charAt(position) >= '0' && text.charAt(position) <= '9') {
            position++;
        }
        return text.substring(from, position);
    }

    private String suffix() {
        int from = position;
        while (position < text.length() && SUFFIX_LETTERS.indexOf(text.charAt(position)) >= 0) {
            position++;
        }
        if (position < text.length() && (text.charAt(position) == '-' || text.charAt(position) == '+')) {
            position++;
        }
        digits();
        if (position < text.length()) {
            throw new QuantityFormatException(FORMAT_WRONG);
        }
        return text.substring(from);
    }

    private @Nullable Quantity small(boolean negative, String whole, String fraction, Suffix suffix) {
        boolean binary = suffix.base() == 2;
        int scale = (binary ? 0 : suffix.exponent()) - fraction.length();
        int spare = binary
                ? 15 - whole.length() - suffix.exponent() * 3 / 10 - 1
                : LONG_DIGITS - whole.length() - fraction.length();
        if (spare < 0 || scale < NANO || (binary && !fraction.isEmpty())) {
            return null;
        }
        String shifted = whole + fraction;
        long digits = number(shifted);
        long value = binary ? digits << suffix.exponent() : digits;
        boolean canonical = binary ? (digits & 7) != 0 : canonicalDecimal(shifted, scale);
        return Quantity.small(negative ? -value : value, scale, suffix.format(), canonical ? text : null);
    }

    private static boolean canonicalDecimal(String digits, int scale) {
        return scale % 3 == 0 && !digits.endsWith("000") && digits.charAt(0) != '0';
    }

    private static long number(String digits) {
        try {
            return Long.parseLong(digits);
        } catch (NumberFormatException e) {
            throw new QuantityFormatException(NUMERIC_WRONG);
        }
    }

    private static Quantity large(boolean negative, String whole, String fraction, Suffix suffix) {
        BigDecimal amount = new BigDecimal(new BigInteger(whole + fraction), fraction.length());
        if (suffix.base() == 10) {
            amount = amount.scaleByPowerOfTen(suffix.exponent());
        } else {
            amount = amount.multiply(new BigDecimal(BigInteger.ONE.shiftLeft(suffix.exponent())));
        }
        amount = roundedToNano(amount);
        Format format = suffix.format();
        if (format == Format.BINARY_SI) {
            amount = amount.min(BINARY_MAX);
            if (amount.signum() > 0 && amount.compareTo(BigDecimal.ONE) < 0) {
                format = Format.DECIMAL_SI;
            }
        }
        return Quantity.large(negative ? amount.negate() : amount, format);
    }

    /// In billionths; whoever asks for less gets one, not nothing.
    private static BigDecimal roundedToNano(BigDecimal amount) {
        if (amount.signum() == 0) {
            return BigDecimal.ZERO;
        }
        if (amount.precision() - amount.scale() <= NANO) {
            return BigDecimal.valueOf(1, -NANO);
        }
        return amount.setScale(-NANO, RoundingMode.UP);
    }
}
