package dev.tenure.model.quantity;

import dev.tenure.model.quantity.Quantity.Format;
import org.jspecify.annotations.Nullable;

/// What stands behind the digits of a quantity: a base, an exponent, and the way of writing that they imply.
record Suffix(int base, int exponent, Format format) {
    private static final String[] DECIMAL = {"n", "u", "m", "", "k", "M", "G", "T", "P", "E"};
    private static final int DECIMAL_LOWEST = -9;
    private static final String[] BINARY = {"", "Ki", "Mi", "Gi", "Ti", "Pi", "Ei"};

    /// Upstream has no limit; beyond this one, a sum of two quantities would fill the memory with digits.
    private static final int EXPONENT_MAX = 100_000;

    /// @return null when `text` is no suffix
    static @Nullable Suffix interpret(String text) {
        for (int i = 0; i < DECIMAL.length; i++) {
            if (DECIMAL[i].equals(text)) {
                return new Suffix(10, DECIMAL_LOWEST + 3 * i, Format.DECIMAL_SI);
            }
        }
        for (int i = 1; i < BINARY.length; i++) {
            if (BINARY[i].equals(text)) {
                return new Suffix(2, 10 * i, Format.BINARY_SI);
            }
        }
        return text.length() > 1 && (text.charAt(0) == 'e' || text.charAt(0) == 'E') ? exponent(text) : null;
    }

    private static @Nullable Suffix exponent(String text) {
        try {
            int exponent = Integer.parseInt(text.substring(1));
            return Math.abs(exponent) <= EXPONENT_MAX ? new Suffix(10, exponent, Format.DECIMAL_EXPONENT) : null;
        } catch (NumberFormatException e) {
            return null;
        }
    }

    /// The suffix for a power of ten that is a multiple of three. Without an SI letter for it nothing is
    /// written, so that `1000E` becomes `1`: an oddity of upstream (suffix.go).
    static String ofDecimal(int exponent, Format format) {
        int index = (exponent - DECIMAL_LOWEST) / 3;
        if (format == Format.DECIMAL_SI) {
            return index >= 0 && index < DECIMAL.length ? DECIMAL[index] : "";
        }
        return exponent == 0 ? "" : "e" + exponent;
    }

    /// The suffix for a power of 1024; as above, nothing where there is none.
    static String ofBinary(int exponent) {
        return exponent < BINARY.length ? BINARY[exponent] : "";
    }
}
