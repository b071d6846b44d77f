package dev.tenure.controllers.nodelifecycle;

import dev.tenure.client.ClusterClient;
import dev.tenure.client.events.EventRecorder;
import dev.tenure.client.events.InvolvedObject;
import dev.tenure.model.core.Condition;
import dev.tenure.model.core.Condition.Truth;
import dev.tenure.model.core.Pod;
import dev.tenure.model.meta.ApiReply;
import dev.tenure.model.meta.ApiRequest.Body;
import dev.tenure.model.meta.ObjectKey;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.runtime.loop.EventLoop;
import dev.tenure.runtime.loop.Outcome;
import dev.tenure.wire.json.Document;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.ObjectNode;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.HashSet;
import java.util.Set;

/// Says of the pods of a lost node that they are not ready. Confined to its loop. Upstream:
/// MarkPodsNotReady.
final class PodReadinessMarker {
    private static final String REASON = "NodeNotReady";
    private static final String MESSAGE = "Node is not ready";

    private final EventLoop loop;
    private final ClusterClient client;
    private final EventRecorder events;
    private final Set<ObjectKey> failed = new HashSet<>();

    PodReadinessMarker(EventLoop loop, ClusterClient client, EventRecorder events) {
        this.loop = loop;
        this.client = client;
        this.events = events;
    }

    /// Marks the pod unless it says already that it is not ready.
    void mark(StoredObject pod) {
        boolean saysReady = pod.view(Pod.class)
                .status()
                .condition(Pod.READY)
                .filter(condition -> condition.status() != Truth.FALSE)
                .isPresent();
        if (!saysReady) {
            return;
        }
        events.record(
                InvolvedObject.pod(pod.key().namespace(), pod.key().name(), pod.uid()),
                EventRecorder.Type.Warning,
                REASON,
                MESSAGE);
        Instant now = loop.time().wall();
        loop.work("mark-not-ready", () -> write(pod, now), outcome -> written(pod, outcome));
    }

    /// Whether some pod could not be marked.
    boolean hasFailed() {
        return !failed.isEmpty();
    }

    /// Whether a pod of these could not be marked; forgets that it could not.
    boolean takeFailed(Iterable<StoredObject> pods) {
        boolean any = false;
        for (StoredObject pod : pods) {
            any |= failed.remove(pod.key());
        }
        return any;
    }

    private ApiReply write(StoredObject pod, Instant now) {
        ObjectNode patch = Json.object();
        patch.putObject("metadata").put("uid", pod.uid());
        patch.putObject("status")
                .putArray("conditions")
                .addObject()
                .put("type", Pod.READY)
                .put("status", Condition.Truth.FALSE.word())
                .put("lastTransitionTime", now.truncatedTo(ChronoUnit.SECONDS).toString());
        return client.patch(
                ResourceTypes.PODS,
                pod.key().namespace(),
                pod.key().name(),
                "status",
                new Body(Body.STRATEGIC_MERGE_PATCH, Document.of(patch)));
    }

    private void written(StoredObject pod, Outcome<ApiReply> outcome) {
        boolean done = outcome instanceof Outcome.Done<ApiReply>(var reply) && reply.succeededOrGone();
        if (!done) {
            failed.add(pod.key());
        }
    }
}
