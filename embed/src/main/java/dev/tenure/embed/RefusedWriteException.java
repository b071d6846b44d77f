package dev.tenure.embed;

import dev.tenure.model.meta.Status;

/// The API server of an embedded cluster has refused something.
public final class RefusedWriteException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final transient Status status;

    RefusedWriteException(String about, Status status) {
        super(about + " is refused: " + status.message());
        this.status = status;
    }

    /// What the server answered, with the code of HTTP.
    public Status status() {
        return status;
    }
}
