package dev.tenure.controllers.replicaset;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tenure.client.ClusterClient;
import dev.tenure.controllers.workload.PodTemplateShape;
import dev.tenure.model.apps.ReplicaSet;
import dev.tenure.model.core.Condition;
import dev.tenure.model.core.Pod;
import dev.tenure.model.meta.ApiReply;
import dev.tenure.model.meta.ApiRequest.Body;
import dev.tenure.model.meta.OwnerReference;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.rules.pod.PodRule;
import dev.tenure.runtime.loop.Outcome;
import dev.tenure.wire.json.Document;
import dev.tenure.wire.json.Json;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;

/// The calls of the controller. What is called here blocks.
final class ReplicaSetCalls {

    private final ClusterClient client;
    private final ReplicaKind kind;

    ReplicaSetCalls(ClusterClient client, ReplicaKind kind) {
        this.client = client;
        this.kind = kind;
    }

    ApiReply create(StoredObject set) {
        Document document = Document.parse(set.json());
        ObjectNode pod = PodTemplateShape.pod(kind.type(), set, document.at("spec", "template"));
        return client.create(ResourceTypes.PODS, set.key().namespace(), Document.of(pod));
    }

    /// @return whether the pod goes or is gone
    boolean delete(StoredObject pod) {
        ObjectNode options = Json.object().put("apiVersion", "v1").put("kind", "DeleteOptions");
        options.putObject("preconditions").put("uid", pod.uid());
        return client.delete(
                ResourceTypes.PODS, pod.key().namespace(), pod.key().name(), Document.of(options)).succeededOrGone();
    }

    /// Adopting orphans, letting pods go whose labels no longer match, writing the status: what there is
    /// of it to do.
    Optional<Callable<Boolean>> upkeep(
            StoredObject stored,
            List<StoredObject> mine,
            List<StoredObject> adoptable,
            ReplicaSetStatusRule.Wanted status) {
        ReplicaSet set = kind.view(stored);
        List<StoredObject> strangers = mine.stream()
                .filter(pod -> PodRule.active(pod.view(Pod.class)))
                .filter(pod -> !set.selector().matches(pod.header().labels()))
                .toList();
        boolean statusIsSaid = status.isSaidBy(set);
        if (strangers.isEmpty() && adoptable.isEmpty() && statusIsSaid) {
            return Optional.empty();
        }
        return Optional.of(() -> {
            boolean done = true;
            for (StoredObject pod : adoptable) {
                done &= adopt(stored, pod);
            }
            for (StoredObject pod : strangers) {
                done &= release(stored, pod);
            }
            boolean written = statusIsSaid || write(stored, status);
            return done && written;
        });
    }

    private boolean adopt(StoredObject set, StoredObject pod) {
        ObjectNode patch = Json.object();
        patch.putObject("metadata")
                .put("uid", pod.uid())
                .putArray("ownerReferences")
                .add(PodTemplateShape.controllerReference(kind.type(), set));
        return patchPod(pod, patch);
    }

    private boolean release(StoredObject set, StoredObject pod) {
        ObjectNode patch = Json.object();
        ArrayNode owners = patch.putObject("metadata").put("uid", pod.uid()).putArray("ownerReferences");
        for (OwnerReference owner : pod.view(Pod.class).meta().ownerReferences()) {
            if (owner.uid().equals(set.uid())) {
                owners.addObject().put("$patch", "delete").put("uid", owner.uid());
            }
        }
        return patchPod(pod, patch);
    }

    private boolean patchPod(StoredObject pod, ObjectNode patch) {
        return client.patch(
                ResourceTypes.PODS,
                pod.key().namespace(),
                pod.key().name(),
                "",
                new Body(Body.STRATEGIC_MERGE_PATCH, Json.write(patch))).succeededOrGone();
    }

    private boolean write(StoredObject stored, ReplicaSetStatusRule.Wanted wanted) {
        ObjectNode patch = Json.object();
        patch.putObject("metadata").put("uid", stored.uid());
        ObjectNode status = patch.putObject("status")
                .put("replicas", wanted.replicas())
                .put("observedGeneration", wanted.observedGeneration());
        if (kind.countsTerminating()) {
            status.put("terminatingReplicas", wanted.terminating());
        }
        count(status, "fullyLabeledReplicas", wanted.fullyLabeled());
        count(status, "readyReplicas", wanted.ready());
        count(status, "availableReplicas", wanted.available());
        ArrayNode conditions = Json.object().putArray("conditions");
        wanted.failure().ifPresent(failure -> conditions.add(condition(failure)));
        if (conditions.isEmpty()) {
            status.putNull("conditions");
        } else {
            status.set("conditions", conditions);
        }
        return client.patch(
                kind.type(),
                stored.key().namespace(),
                stored.key().name(),
                "status",
                new Body(Body.MERGE_PATCH, Json.write(patch))).succeededOrGone();
    }

    private static void count(ObjectNode status, String field, int value) {
        if (value == 0) {
            status.putNull(field);
        } else {
            status.put(field, value);
        }
    }

    private static ObjectNode condition(Condition condition) {
        return Json.object()
                .put("type", condition.type())
                .put("status", condition.status().word())
                .put("reason", condition.reason())
                .put("message", condition.message())
                .put("lastTransitionTime", condition.lastTransitionTime().toString());
    }

    /// What a call that should have made a pod answered instead.
    static String why(Outcome<ApiReply> outcome) {
        return switch (outcome) {
            case Outcome.Done<ApiReply>(ApiReply.Failure(var status, var _)) -> status.message();
            case Outcome.Done<ApiReply> _ -> "the server answered something else than a pod";
            case Outcome.Failed<ApiReply>(var cause) -> String.valueOf(cause.getMessage());
        };
    }
}
