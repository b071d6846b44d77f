package dev.tenure.controllers.replicaset;

import dev.tenure.client.ClusterClient;
import dev.tenure.controllers.workload.PodTemplateShape;
import dev.tenure.controllers.workload.StatusFields;
import dev.tenure.controllers.workload.WorkloadCalls;
import dev.tenure.model.apps.ReplicaSet;
import dev.tenure.model.core.Condition;
import dev.tenure.model.core.Pod;
import dev.tenure.model.meta.ApiReply;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.rules.pod.PodRule;
import dev.tenure.wire.json.ArrayNode;
import dev.tenure.wire.json.Document;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.ObjectNode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;

/// The calls of the controller. What is called here blocks, but for the templates, which are confined to the
/// loop.
final class ReplicaSetCalls {
    /// Of one generation of a set.
    private record Template(long generation, JsonNode template) {}

    private final WorkloadCalls shared;
    private final ReplicaKind kind;
    /// By the uid of the set. Bounded by the sets that stand.
    private final Map<String, Template> templates = new HashMap<>();

    ReplicaSetCalls(ClusterClient client, ReplicaKind kind) {
        this.shared = new WorkloadCalls(client, kind.type());
        this.kind = kind;
    }

    /// What the pods of a set are made from, to be read only, by any thread; it is read once for all of them.
    /// On the loop.
    JsonNode template(StoredObject set) {
        long generation = kind.view(set).meta().generation();
        Template known = templates.get(set.uid());
        if (known == null || known.generation() != generation) {
            known = new Template(
                    generation,
                    Document.of(set.content()).at("spec", "template").deepCopy());
            templates.put(set.uid(), known);
        }
        return known.template();
    }

    /// The set is gone. On the loop.
    void forget(StoredObject set) {
        templates.remove(set.uid());
    }

    ApiReply create(StoredObject set, JsonNode template) {
        ObjectNode pod = PodTemplateShape.pod(kind.type(), set, template);
        return shared.createPod(set.key().namespace(), Document.of(pod));
    }

    ApiReply delete(StoredObject pod) {
        return shared.deletePod(pod);
    }

    /// Adopting orphans, letting pods go whose labels no longer match, writing the status: what there is
    /// of it to do.
    ///
    /// @param status absent when it is too early to tell
    Optional<Callable<Boolean>> repairs(
            StoredObject stored,
            List<StoredObject> mine,
            List<StoredObject> adoptable,
            Optional<ReplicaSetStatusRule.Wanted> status) {
        ReplicaSet set = kind.view(stored);
        var strangers = new ArrayList<StoredObject>();
        for (StoredObject pod : mine) {
            if (!set.selector().matches(pod.header().labels()) && PodRule.active(pod.view(Pod.class))) {
                strangers.add(pod);
            }
        }
        Optional<ReplicaSetStatusRule.Wanted> unreported = status.filter(wanted -> !wanted.isReportedBy(set));
        if (strangers.isEmpty() && adoptable.isEmpty() && unreported.isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(() -> {
            boolean done = true;
            for (StoredObject pod : adoptable) {
                done &= shared.adopt(stored, ResourceTypes.PODS, pod);
            }
            for (StoredObject pod : strangers) {
                done &= shared.release(stored, ResourceTypes.PODS, pod);
            }
            boolean written = unreported.isEmpty() || write(stored, unreported.get());
            return done && written;
        });
    }

    private boolean write(StoredObject stored, ReplicaSetStatusRule.Wanted wanted) {
        ObjectNode status =
                Json.object().put("replicas", wanted.replicas()).put("observedGeneration", wanted.observedGeneration());
        if (kind.countsTerminating()) {
            status.put("terminatingReplicas", wanted.terminating());
        }
        StatusFields.count(status, "fullyLabeledReplicas", wanted.fullyLabeled());
        StatusFields.count(status, "readyReplicas", wanted.ready());
        StatusFields.count(status, "availableReplicas", wanted.available());
        ArrayNode conditions = Json.object().putArray("conditions");
        wanted.failure().ifPresent(failure -> conditions.add(condition(failure)));
        if (conditions.isEmpty()) {
            status.putNull("conditions");
        } else {
            status.set("conditions", conditions);
        }
        return shared.writeStatus(stored, status);
    }

    private static ObjectNode condition(Condition condition) {
        return Json.object()
                .put("type", condition.type())
                .put("status", condition.status().word())
                .put("reason", condition.reason())
                .put("message", condition.message())
                .put("lastTransitionTime", condition.lastTransitionTime().toString());
    }
}
