package dev.tenure.wire.json;

import java.math.BigDecimal;
import java.math.BigInteger;

/// Numbers as they are read and as Go writes them.
public final class Numbers {
    private static final int LENGTH_MAX = 1_000;
    private static final int LONG_DIGITS = 18;
    /// From here on Go writes floating point numbers with an exponent.
    private static final double PLAIN_MAX = 1e21;
    private static final double EXPONENT_BELOW = 1e-6;
    /// Between these Java writes no exponent either.
    private static final double PLAIN_DIGITS_MIN = 1e-3;
    private static final double PLAIN_DIGITS_MAX = 1e7;

    private Numbers() {}

    /// A float64 as Go writes it in JSON, but for a point that says that it is none where it is whole.
    static String text(double value) {
        double size = Math.abs(value);
        if (!Double.isFinite(value) || (size >= PLAIN_DIGITS_MIN && size < PLAIN_DIGITS_MAX) || size == 0) {
            return Double.toString(value);
        }
        BigDecimal digits = new BigDecimal(Double.toString(value)).stripTrailingZeros();
        if (size >= EXPONENT_BELOW && size < PLAIN_MAX) {
            return digits.scale() > 0 ? digits.toPlainString() : digits.toPlainString() + ".0";
        }
        int exponent = digits.precision() - digits.scale() - 1;
        return digits.movePointLeft(exponent).toPlainString() + (exponent < 0 ? "e" : "e+") + exponent;
    }

    /// A float64 as Go serialises it: without a fraction where there is none.
    public static JsonNode ofGo(double value) {
        boolean whole = value == Math.rint(value) && Math.abs(value) < PLAIN_MAX;
        if (!whole) {
            return NumberNode.valueOf(value);
        }
        return Math.abs(value) < Long.MAX_VALUE
                ? NumberNode.valueOf((long) value)
                : NumberNode.valueOf(new BigDecimal(Double.toString(value)).toBigInteger());
    }

    /// Any number that follows JSON's grammar.
    ///
    /// @throws JsonSyntaxException when it has too many digits
    static JsonNode any(String text) {
        if (text.length() > LENGTH_MAX) {
            throw new JsonSyntaxException("number of more than " + LENGTH_MAX + " characters");
        }
        boolean whole = text.indexOf('.') < 0 && text.indexOf('e') < 0 && text.indexOf('E') < 0;
        if (!whole) {
            double value = Double.parseDouble(text);
            return Double.isInfinite(value) ? NumberNode.valueOf(decimal(text)) : NumberNode.valueOf(value);
        }
        if (text.length() <= LONG_DIGITS) {
            return NumberNode.valueOf(Long.parseLong(text));
        }
        return NumberNode.valueOf(new BigInteger(text));
    }

    private static BigDecimal decimal(String text) {
        try {
            return new BigDecimal(text);
        } catch (NumberFormatException e) {
            throw new JsonSyntaxException("number " + text + " is out of range", e);
        }
    }
}
