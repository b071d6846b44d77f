package dev.tenure.simnodes;

import dev.tenure.client.ClusterClient;
import dev.tenure.client.Deletion;
import dev.tenure.model.meta.ApiReply;
import dev.tenure.model.meta.ApiRequest.Body;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.runtime.loop.Outcome;
import dev.tenure.wire.json.Document;
import dev.tenure.wire.json.ObjectNode;

/// The calls about the pods of simulated nodes. What is called here blocks.
final class SimulatedPodCalls {

    private final ClusterClient client;

    SimulatedPodCalls(ClusterClient client) {
        this.client = client;
    }

    ApiReply patchStatus(StoredObject pod, ObjectNode patch) {
        return client.patch(
                ResourceTypes.PODS,
                pod.key().namespace(),
                pod.key().name(),
                "status",
                new Body(Body.STRATEGIC_MERGE_PATCH, Document.of(patch)));
    }

    ApiReply delete(StoredObject pod) {
        return client.delete(
                ResourceTypes.PODS,
                pod.key().namespace(),
                pod.key().name(),
                Deletion.of(pod.uid()).atOnce());
    }

    /// Whether the call succeeded, or the pod is gone. A conflict may come of another pod of the same
    /// name, which the informer will tell, or of a write in between.
    static boolean settled(Outcome<ApiReply> outcome) {
        return outcome instanceof Outcome.Done<ApiReply>(var reply) && reply.succeededOrGone();
    }
}
