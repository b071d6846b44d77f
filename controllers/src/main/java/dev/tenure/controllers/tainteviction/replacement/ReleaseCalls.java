package dev.tenure.controllers.tainteviction.replacement;

import dev.tenure.client.ClusterClient;
import dev.tenure.client.Deletion;
import dev.tenure.model.core.Pod;
import dev.tenure.model.meta.ApiReply;
import dev.tenure.model.meta.ApiRequest.Body;
import dev.tenure.model.meta.OwnerReference;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.wire.json.ArrayNode;
import dev.tenure.wire.json.Document;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.ObjectNode;
import java.util.List;
import java.util.Optional;

/// The writes that take a pod out of its set and give it back: each is one patch of the pod, and of the pod
/// as it was looked at. Every method blocks.
final class ReleaseCalls {
    private static final String DELETION_COST = "controller.kubernetes.io/pod-deletion-cost";
    private static final String HIGHEST_COST = Integer.toString(Integer.MAX_VALUE);
    private static final String LOWEST_COST = Integer.toString(Integer.MIN_VALUE);

    private final ClusterClient client;

    ReleaseCalls(ClusterClient client) {
        this.client = client;
    }

    /// The Deployment itself controls the pod from now on: who counts or drains pods knows them by a
    /// controller, and the pod goes with its Deployment. Endpoints and budgets, which do not select by the
    /// label, keep it.
    ApiReply release(StoredObject pod, ReleaseNote note, StoredObject deployment) {
        ObjectNode metadata = ofThis(pod);
        metadata.putObject("labels").putNull(ReleaseNote.LABEL);
        metadata.putObject("annotations").put(ReleaseNote.ANNOTATION, note.text());
        ArrayNode owners = metadata.putArray("ownerReferences");
        owners(pod).stream().filter(owner -> !owner.controller()).forEach(owner -> put(owners.addObject(), owner));
        owners.addObject()
                .put("apiVersion", ResourceTypes.DEPLOYMENTS.apiVersion())
                .put("kind", ResourceTypes.DEPLOYMENTS.kind())
                .put("name", deployment.key().name())
                .put("uid", deployment.uid())
                .put("controller", true);
        return patch(pod, metadata);
    }

    /// The set adopts it, and gives up another one: the pod is the dearest of all until the set has settled,
    /// and the one that is to go the cheapest.
    ///
    /// @param extra the pod that is to go; absent where one that is not ready goes anyway
    ApiReply giveBack(StoredObject pod, ReleaseNote note, Optional<StoredObject> extra) {
        if (extra.isPresent()) {
            ObjectNode metadata = ofThis(extra.get());
            putCost(metadata.putObject("annotations"), extra.get(), LOWEST_COST);
            ApiReply marked = patch(extra.get(), metadata);
            if (!marked.succeededOrGone()) {
                return marked;
            }
        }
        ObjectNode metadata = ofThis(pod);
        metadata.putObject("labels").put(ReleaseNote.LABEL, note.hash());
        putCost(metadata.putObject("annotations").putNull(ReleaseNote.ANNOTATION), pod, HIGHEST_COST);
        ArrayNode owners = metadata.putArray("ownerReferences");
        owners(pod).stream().filter(owner -> !owner.controller()).forEach(owner -> put(owners.addObject(), owner));
        return patch(pod, metadata);
    }

    private static void putCost(ObjectNode annotations, StoredObject pod, String cost) {
        String before = pod.view(Pod.class).meta().annotations().getOrDefault(DELETION_COST, "");
        annotations.put(ReleaseNote.RETURNED, before).put(DELETION_COST, cost);
    }

    ApiReply settle(StoredObject pod) {
        ObjectNode metadata = ofThis(pod);
        String cost = pod.view(Pod.class).meta().annotations().getOrDefault(ReleaseNote.RETURNED, "");
        ObjectNode annotations = metadata.putObject("annotations").putNull(ReleaseNote.RETURNED);
        if (cost.isEmpty()) {
            annotations.putNull(DELETION_COST);
        } else {
            annotations.put(DELETION_COST, cost);
        }
        return patch(pod, metadata);
    }

    ApiReply remove(StoredObject pod) {
        return client.delete(
                ResourceTypes.PODS, pod.key().namespace(), pod.key().name(), Deletion.of(pod.uid()));
    }

    private static List<OwnerReference> owners(StoredObject pod) {
        return pod.view(Pod.class).meta().ownerReferences();
    }

    private static void put(ObjectNode json, OwnerReference owner) {
        json.put("apiVersion", owner.apiVersion())
                .put("kind", owner.kind())
                .put("name", owner.name())
                .put("uid", owner.uid());
        if (owner.blockOwnerDeletion()) {
            json.put("blockOwnerDeletion", true);
        }
    }

    private static ObjectNode ofThis(StoredObject pod) {
        return Json.object().put("uid", pod.uid()).put("resourceVersion", Long.toString(pod.revision()));
    }

    private ApiReply patch(StoredObject pod, ObjectNode metadata) {
        ObjectNode patch = Json.object();
        patch.set("metadata", metadata);
        var body = new Body(Body.MERGE_PATCH, Document.of(patch));
        return client.patch(ResourceTypes.PODS, pod.key().namespace(), pod.key().name(), "", body);
    }
}
