package dev.tenure.plan.source;

/// A cluster that cannot be read. The message names the file or server, the object, and what to do.
public final class DumpException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public DumpException(String message) {
        super(message);
    }

    public DumpException(String message, Throwable cause) {
        super(message, cause);
    }
}
