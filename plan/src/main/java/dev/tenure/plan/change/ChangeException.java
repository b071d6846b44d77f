package dev.tenure.plan.change;

/// A change that cannot be carried out as it was asked for; the message says which object refuses and why.
public final class ChangeException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public ChangeException(String message) {
        super(message);
    }
}
