package dev.tenure.client.informer;

import dev.tenure.model.meta.ApiReply;
import dev.tenure.model.meta.ResourceType;
import dev.tenure.model.meta.Status;

/// A list or watch that the server refused.
public final class InformerFailure extends RuntimeException {
    private static final long serialVersionUID = 1L;

    InformerFailure(ResourceType type, ApiReply reply) {
        super("cannot list %s: %s".formatted(type.qualifiedResource(), describe(reply)));
    }

    InformerFailure(ResourceType type, Status status) {
        super("cannot watch %s: %d %s %s"
                .formatted(type.qualifiedResource(), status.code(), status.reason(), status.message()));
    }

    private static String describe(ApiReply reply) {
        return reply instanceof ApiReply.Failure(Status status, var _)
                ? "%d %s %s".formatted(status.code(), status.reason(), status.message())
                : "the server answered something else than a list";
    }
}
