package dev.tenure.controllers.tainteviction;

import dev.tenure.model.core.Pod;
import dev.tenure.runtime.time.TimeSource;
import java.time.Instant;
import java.util.Optional;

/// A pod that will have to leave its node, unless something changes.
///
/// @param taint as `key=value:effect`
/// @param deadline when it has to leave
public record ComingEviction(String namespace, String pod, String uid, String node, String taint, Instant deadline) {
    static ComingEviction of(EvictionOrder order, TimeSource time) {
        Instant deadline = deadline(order.cause())
                .orElseGet(() -> time.wall().plus(order.due().since(time.now())));
        return new ComingEviction(
                order.pod().key().namespace(),
                order.pod().key().name(),
                order.pod().uid(),
                order.pod().view(Pod.class).spec().nodeName(),
                taint(order.cause()),
                deadline);
    }

    static NodeRecord.PastEviction past(EvictionOrder order, Instant at) {
        return new NodeRecord.PastEviction(
                order.pod().key().namespace(),
                order.pod().key().name(),
                order.pod().uid(),
                taint(order.cause()),
                deadline(order.cause()),
                at);
    }

    private static Optional<Instant> deadline(Verdict cause) {
        return cause instanceof Verdict.EvictAt at ? Optional.of(at.deadline()) : Optional.empty();
    }

    private static String taint(Verdict cause) {
        return switch (cause) {
            case Verdict.Keep _ -> "";
            case Verdict.EvictNow(var taint) -> taint.toString();
            case Verdict.EvictAt(var _, var taint, var _) -> taint.toString();
        };
    }
}
