package dev.tenure.client.informer;

import dev.tenure.model.meta.ApiReply;
import dev.tenure.model.meta.ResourceType;
import dev.tenure.model.meta.Status;

/// A list or watch that the server refused.
public final class InformerFailure extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private static final int NOT_FOUND = 404;
    private static final int FORBIDDEN = 403;

    private final int code;

    InformerFailure(ResourceType type, ApiReply reply) {
        super("cannot list %s: %s".formatted(type.qualifiedResource(), describe(reply)));
        this.code = reply instanceof ApiReply.Failure(Status status, var _) ? status.code() : 0;
    }

    InformerFailure(ResourceType type, Status status) {
        super("cannot watch %s: %d %s %s"
                .formatted(type.qualifiedResource(), status.code(), status.reason(), status.message()));
        this.code = status.code();
    }

    /// Whether the kind is not served, or not for this caller.
    public boolean lastsUntilSomebodyActs() {
        return code == NOT_FOUND || code == FORBIDDEN;
    }

    private static String describe(ApiReply reply) {
        return reply instanceof ApiReply.Failure(Status status, var _)
                ? "%d %s %s".formatted(status.code(), status.reason(), status.message())
                : "the server answered something else than a list";
    }
}
