package dev.tenure.controllers.devicetainteviction;

import dev.tenure.client.ClusterClient;
import dev.tenure.client.ConditionPatch;
import dev.tenure.client.Deletion;
import dev.tenure.model.core.Condition;
import dev.tenure.model.core.Pod;
import dev.tenure.model.meta.ApiReply;
import dev.tenure.model.meta.ApiRequest.Body;
import dev.tenure.model.meta.ObjectKey;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.wire.json.Document;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.ObjectNode;
import java.time.Instant;

/// Carries out one eviction: the condition DisruptionTarget, then the delete with the pod's own grace period.
/// Upstream: addConditionAndDeletePod.
final class DevicePodEvictor {
    private static final String REASON = "DeletionByDeviceTaintManager";
    private static final String MESSAGE = "Device Taint manager: deleting due to NoExecute taint";

    /// How an attempt ended.
    enum Result {
        /// The pod is being deleted.
        LEAVES,
        /// It was gone, or another one stands under its name.
        GONE,
        FAILED
    }

    private final ClusterClient client;

    DevicePodEvictor(ClusterClient client) {
        this.client = client;
    }

    /// Blocks.
    ///
    /// @param uid of the pod that was judged
    /// @param begun called when the pod is found there and is not being deleted yet
    Result evict(ObjectKey key, String uid, Instant now, Runnable begun) {
        ApiReply read = client.get(ResourceTypes.PODS, key.namespace(), key.name());
        if (!(read instanceof ApiReply.One(var _, StoredObject pod, var _))) {
            return failure(read);
        }
        if (!pod.uid().equals(uid)) {
            return Result.GONE;
        }
        if (pod.header().deleting()) {
            return Result.LEAVES;
        }
        begun.run();
        if (!isMarked(pod.view(Pod.class))) {
            ApiReply patched = client.patch(
                    ResourceTypes.PODS,
                    key.namespace(),
                    key.name(),
                    "status",
                    new Body(Body.STRATEGIC_MERGE_PATCH, Document.of(condition(pod, now))));
            if (patched instanceof ApiReply.Failure) {
                return failure(patched);
            }
        }
        ApiReply deleted = client.delete(ResourceTypes.PODS, key.namespace(), key.name(), Deletion.of(uid));
        return deleted instanceof ApiReply.Failure ? failure(deleted) : Result.LEAVES;
    }

    private static boolean isMarked(Pod pod) {
        return pod.status()
                .condition(Pod.DISRUPTION_TARGET)
                .filter(Condition::isTrue)
                .filter(target ->
                        target.reason().equals(REASON) && target.message().equals(MESSAGE))
                .isPresent();
    }

    private static ObjectNode condition(StoredObject pod, Instant now) {
        Pod view = pod.view(Pod.class);
        ObjectNode patch = Json.object();
        patch.putObject("metadata").put("uid", pod.uid());
        var target = new Condition(Pod.DISRUPTION_TARGET, Condition.Truth.TRUE, REASON, MESSAGE, now, Instant.EPOCH, 0);
        ConditionPatch.put(patch.putObject("status"), view.status().conditions(), target);
        return patch;
    }

    private static Result failure(ApiReply reply) {
        boolean gone = reply.isNotFound();
        return gone ? Result.GONE : Result.FAILED;
    }
}
