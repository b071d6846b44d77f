package dev.tenure.store;

/// More writes are waiting than the store lets wait; nothing was written, and the caller may try again
/// shortly (429 in the API).
public final class OverloadedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public OverloadedException(int waiting) {
        super("%d writes are waiting already, try again in a moment".formatted(waiting));
    }
}
