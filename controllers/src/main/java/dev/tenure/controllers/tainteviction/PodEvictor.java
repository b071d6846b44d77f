package dev.tenure.controllers.tainteviction;

import dev.tenure.client.ClusterClient;
import dev.tenure.client.ConditionPatch;
import dev.tenure.client.Deletion;
import dev.tenure.controllers.tainteviction.stay.Semantics;
import dev.tenure.model.core.Condition;
import dev.tenure.model.core.Pod;
import dev.tenure.model.core.TaintEffect;
import dev.tenure.model.meta.ApiReply;
import dev.tenure.model.meta.ApiRequest.Body;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.model.meta.Status;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.wire.json.Document;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.ObjectNode;
import java.time.Instant;

/// Carries out one eviction: the condition DisruptionTarget, then the delete with the pod's own grace period;
/// or by the eviction API, where budgets have a say. Every method blocks. Upstream: addConditionAndDeletePod.
final class PodEvictor {
    private static final String REASON = "DeletionByTaintManager";
    private static final int NOT_FOUND = 404;
    private static final int TOO_MANY_REQUESTS = 429;
    private static final int INTERNAL_ERROR = 500;

    /// How an attempt ended.
    sealed interface Result {
        record Evicted() implements Result {}

        /// The pod was gone already, or another one stands under its name.
        record Gone() implements Result {}

        /// Disruption budgets do not let it go now.
        record Refused(String why) implements Result {}

        record Failed(String why) implements Result {}
    }

    private final ClusterClient client;
    private final Semantics semantics;

    PodEvictor(ClusterClient client, Semantics semantics) {
        this.client = client;
        this.semantics = semantics;
    }

    /// @param effect of the taint because of which the pod leaves
    Result evict(StoredObject known, TaintEffect effect, Instant now) {
        ApiReply read = client.get(
                ResourceTypes.PODS, known.key().namespace(), known.key().name());
        if (!(read instanceof ApiReply.One(var _, StoredObject current, var _))) {
            return failure(read);
        }
        boolean another = !current.uid().equals(known.uid());
        if (semantics == Semantics.DOCUMENTED && (another || current.header().deleting())) {
            return new Result.Gone();
        }
        String message = "Taint manager: deleting due to %s taint".formatted(effect.word());
        if (!marked(current.view(Pod.class), message)) {
            ApiReply patched = client.patch(
                    ResourceTypes.PODS,
                    current.key().namespace(),
                    current.key().name(),
                    "status",
                    new Body(Body.STRATEGIC_MERGE_PATCH, Document.of(condition(current, message, now))));
            if (!(patched instanceof ApiReply.One)) {
                return failure(patched);
            }
        }
        ApiReply deleted = client.delete(
                ResourceTypes.PODS, current.key().namespace(), current.key().name(), deletion(current));
        return deleted instanceof ApiReply.Failure ? failure(deleted) : new Result.Evicted();
    }

    /// Asks for the eviction of exactly this pod, which disruption budgets may refuse. The condition is then
    /// that of the eviction API.
    Result askFor(StoredObject known) {
        ObjectNode options = Json.object();
        options.putObject("preconditions").put("uid", known.uid());
        ApiReply reply = client.evict(known.key().namespace(), known.key().name(), options);
        return reply instanceof ApiReply.Failure(var status, var _) ? unmoved(status) : new Result.Evicted();
    }

    /// A pod with several budgets is refused with 500.
    private static Result unmoved(Status status) {
        return switch (status.code()) {
            case NOT_FOUND -> new Result.Gone();
            case TOO_MANY_REQUESTS, INTERNAL_ERROR -> new Result.Refused(reason(status));
            default -> new Result.Failed(status.message());
        };
    }

    private static String reason(Status status) {
        return status.details().stream()
                .flatMap(details -> details.causes().stream())
                .map(Status.Cause::message)
                .filter(message -> !message.isEmpty())
                .findFirst()
                .orElse(status.message());
    }

    private static boolean marked(Pod pod, String message) {
        return pod.status()
                .condition(Pod.DISRUPTION_TARGET)
                .filter(Condition::isTrue)
                .filter(c -> c.reason().equals(REASON) && c.message().equals(message))
                .isPresent();
    }

    private static ObjectNode condition(StoredObject pod, String message, Instant now) {
        Pod view = pod.view(Pod.class);
        ObjectNode patch = Json.object();
        patch.putObject("metadata").put("uid", pod.uid());
        var target = new Condition(
                Pod.DISRUPTION_TARGET,
                Condition.Truth.TRUE,
                REASON,
                message,
                now,
                Instant.EPOCH,
                view.meta().generation());
        ConditionPatch.put(patch.putObject("status"), view.status().conditions(), target);
        return patch;
    }

    /// Upstream deletes whatever stands under the name; documented semantics delete the pod that was
    /// judged.
    private Deletion deletion(StoredObject pod) {
        return semantics == Semantics.DOCUMENTED ? Deletion.of(pod.uid()) : Deletion.BY_NAME;
    }

    private static Result failure(ApiReply reply) {
        if (!(reply instanceof ApiReply.Failure(var status, var _))) {
            return new Result.Failed("the server answered something else than a pod");
        }
        // A conflict may come of a write in between as well as of another pod; the next attempt looks again.
        return status.isNotFound() ? new Result.Gone() : new Result.Failed(status.message());
    }
}
