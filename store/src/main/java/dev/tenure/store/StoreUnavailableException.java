package dev.tenure.store;

/// The store cannot write or cannot be opened; the message says what is wrong with which file and what to do.
public final class StoreUnavailableException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final boolean passing;

    private StoreUnavailableException(String message, Throwable cause, boolean passing) {
        super(message, cause);
        this.passing = passing;
    }

    public StoreUnavailableException(String message, Throwable cause) {
        this(message, cause, false);
    }

    public StoreUnavailableException(String message) {
        super(message);
        this.passing = false;
    }

    /// Nothing was changed, and the same call may succeed before long without anybody's doing.
    public static StoreUnavailableException passing(String message, Throwable cause) {
        return new StoreUnavailableException(message, cause, true);
    }

    /// See [#passing(String, Throwable)].
    public boolean isPassing() {
        return passing;
    }
}
