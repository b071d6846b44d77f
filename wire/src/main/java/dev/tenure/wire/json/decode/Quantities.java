package dev.tenure.wire.json.decode;

import dev.tenure.model.quantity.Quantity;

/// Quantities in canonical text, with a bound on what is tried.
public final class Quantities {
    private static final int LENGTH_MAX = 256;

    private Quantities() {}

    /// @throws IllegalArgumentException when `text` is no quantity, with the message that Kubernetes gives
    public static String canonical(String text) {
        if (text.length() > LENGTH_MAX) {
            Quantity.parse(text.substring(0, LENGTH_MAX));
            throw new IllegalArgumentException("unable to parse numeric part of quantity");
        }
        try {
            return Quantity.parse(text).toString();
        } catch (ArithmeticException e) {
            throw new IllegalArgumentException("unable to parse numeric part of quantity", e);
        }
    }
}
