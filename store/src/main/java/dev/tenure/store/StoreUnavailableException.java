package dev.tenure.store;

/// The store cannot write or cannot be opened; the message says what is wrong with which file and what to do.
public final class StoreUnavailableException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private enum Outlook {
        LASTING,
        PASSING,
        UNKNOWN
    }

    private final Outlook outlook;

    private StoreUnavailableException(String message, Throwable cause, Outlook outlook) {
        super(message, cause);
        this.outlook = outlook;
    }

    public StoreUnavailableException(String message, Throwable cause) {
        this(message, cause, Outlook.LASTING);
    }

    public StoreUnavailableException(String message) {
        super(message);
        this.outlook = Outlook.LASTING;
    }

    /// Nothing was changed, and the same call may succeed before long without anybody's doing.
    public static StoreUnavailableException passing(String message, Throwable cause) {
        return new StoreUnavailableException(message, cause, Outlook.PASSING);
    }

    /// Nobody knows whether something was changed; who looks again may find the store well.
    public static StoreUnavailableException unknown(String message, Throwable cause) {
        return new StoreUnavailableException(message, cause, Outlook.UNKNOWN);
    }

    /// See [#passing(String, Throwable)].
    public boolean isPassing() {
        return outlook == Outlook.PASSING;
    }

    /// Whether the store may be well before long without anybody's doing, whatever was changed.
    public boolean mayPass() {
        return outlook != Outlook.LASTING;
    }
}
