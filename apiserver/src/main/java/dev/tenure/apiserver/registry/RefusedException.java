package dev.tenure.apiserver.registry;

import dev.tenure.model.meta.Status;

/// A request that is answered with a failure Status. Thrown by handlers, strategies and admission plugins;
/// caught once, at the edge of the request. Carries no stack trace: it is an answer, no fault.
public final class RefusedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final transient Status status;

    public RefusedException(Status status) {
        super(status.message(), null, false, false);
        this.status = status;
    }

    public Status status() {
        return status;
    }
}
