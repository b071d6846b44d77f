package dev.tenure.node.cri;

/// A container runtime that did not do what it was asked; the message is its own.
public final class RuntimeUnavailableException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final boolean absent;

    RuntimeUnavailableException(String message, Throwable cause) {
        this(message, cause, false);
    }

    /// @param absent whether the thing asked for does not exist
    RuntimeUnavailableException(String message, Throwable cause, boolean absent) {
        super(message, cause);
        this.absent = absent;
    }

    /// Whether the sandbox, container or image asked for does not exist.
    public boolean absent() {
        return absent;
    }
}
