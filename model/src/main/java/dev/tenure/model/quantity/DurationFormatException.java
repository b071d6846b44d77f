package dev.tenure.model.quantity;

/// A text that is no duration. The message is the one that Go gives.
public final class DurationFormatException extends IllegalArgumentException {
    private static final long serialVersionUID = 1L;

    DurationFormatException(String message) {
        super(message);
    }
}
