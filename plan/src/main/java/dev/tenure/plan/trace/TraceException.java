package dev.tenure.plan.trace;

/// A trace that cannot be read or written; the message names the file and says what to do.
public final class TraceException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public TraceException(String message) {
        super(message);
    }

    public TraceException(String message, Throwable cause) {
        super(message, cause);
    }
}
