package dev.tenure.apiserver.registry;

import dev.tenure.model.meta.Status;

/// A request that is answered with a failure Status. Thrown by handlers, strategies and admission plugins;
/// caught once, at the edge of the request. Carries no stack trace: it is an answer, no fault.
public final class RefusedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final transient Status status;
    private final boolean afterWriting;

    public RefusedException(Status status) {
        this(status, false);
    }

    private RefusedException(Status status, boolean afterWriting) {
        super(status.message(), null, false, false);
        this.status = status;
        this.afterWriting = afterWriting;
    }

    /// The same refusal of a request that has changed something by then, and so is never tried again.
    public RefusedException afterWriting() {
        return new RefusedException(status, true);
    }

    /// Whether the request has changed something before it was refused.
    public boolean hasWritten() {
        return afterWriting;
    }

    public Status status() {
        return status;
    }
}
