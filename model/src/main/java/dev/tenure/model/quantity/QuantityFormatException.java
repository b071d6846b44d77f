package dev.tenure.model.quantity;

/// A text that is no quantity. The message is the one that Kubernetes gives.
public final class QuantityFormatException extends IllegalArgumentException {
    private static final long serialVersionUID = 1L;

    QuantityFormatException(String message) {
        super(message);
    }
}
