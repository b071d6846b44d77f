package dev.tenure.store;

/// A revision was asked for that lies before the history that is kept (410 in the API).
public final class ExpiredException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final long asked;
    private final long compacted;

    public ExpiredException(long asked, long compacted) {
        super("revision %d has expired: history begins after revision %d".formatted(asked, compacted));
        this.asked = asked;
        this.compacted = compacted;
    }

    public long asked() {
        return asked;
    }

    public long compacted() {
        return compacted;
    }
}
