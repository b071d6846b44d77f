package dev.tenure.wire.json.go;

import java.math.BigDecimal;

/// Floating point numbers as Go prints them with `%g`.
public final class GoFloat {
    private static final int EXPONENT_MIN = -4;
    private static final int EXPONENT_MAX = 6;

    private GoFloat() {}

    /// The shortest text that reads back as the same number.
    public static String shortest(double value) {
        return value == 0 && 1 / value < 0 ? "-0" : shortest(Double.toString(value));
    }

    /// As [#shortest(double)], with the digits that 32 bits need.
    public static String shortest(float value) {
        return shortest(Float.toString(value));
    }

    private static String shortest(String text) {
        BigDecimal digits = new BigDecimal(text).stripTrailingZeros();
        int exponent = digits.precision() - digits.scale() - 1;
        if (exponent >= EXPONENT_MIN && exponent < EXPONENT_MAX) {
            return digits.toPlainString();
        }
        String mantissa = digits.movePointLeft(exponent).toPlainString();
        return mantissa + "e" + (exponent < 0 ? "-" : "+") + (Math.abs(exponent) < 10 ? "0" : "") + Math.abs(exponent);
    }
}
