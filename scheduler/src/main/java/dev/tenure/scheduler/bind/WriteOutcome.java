package dev.tenure.scheduler.bind;

import dev.tenure.model.meta.ApiReply;
import dev.tenure.model.meta.Status;

/// How a write ended.
public sealed interface WriteOutcome {
    /// @param revision that the object has by it; 0 where the answer does not show the object
    record Written(long revision) implements WriteOutcome {}

    /// The object is no longer there.
    record Gone() implements WriteOutcome {}

    record Refused(Status status) implements WriteOutcome {
        public String message() {
            return status.message();
        }
    }

    static WriteOutcome of(ApiReply reply) {
        return switch (reply) {
            case ApiReply.Failure(Status status, var _) -> status.isNotFound() ? new Gone() : new Refused(status);
            case ApiReply.One(var _, var object, var _) -> new Written(object.revision());
            case ApiReply.Many _, ApiReply.Document _ -> new Written(0);
        };
    }
}
