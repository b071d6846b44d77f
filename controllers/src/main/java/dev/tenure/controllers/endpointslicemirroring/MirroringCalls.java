package dev.tenure.controllers.endpointslicemirroring;

import dev.tenure.client.ClusterClient;
import dev.tenure.controllers.workload.WorkloadCalls;
import dev.tenure.model.meta.ApiReply;
import dev.tenure.model.meta.ResourceType;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.wire.json.Document;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The calls of the controller. What is called here blocks and says whether it succeeded.
final class MirroringCalls {
    private final ClusterClient client;
    private final ResourceType slices;

    MirroringCalls(ClusterClient client, ResourceType slices) {
        this.client = client;
        this.slices = slices;
    }

    /// Writes the slices of Endpoints as the API shows them now, so that none is made twice.
    boolean mirror(ObjectNode endpoints, String namespace, String name) {
        Optional<List<ObjectNode>> existing = existing(namespace, name);
        if (existing.isEmpty()) {
            return false;
        }
        MirrorShape.Plan plan = MirrorShape.plan(endpoints, existing.get());
        boolean done = true;
        for (ObjectNode slice : plan.create()) {
            ApiReply reply = client.create(slices, namespace, Document.of(slice));
            done &= !(reply instanceof ApiReply.Failure(var why, var _)) || WorkloadCalls.namespaceGoes(why);
        }
        for (ObjectNode slice : plan.update()) {
            done &= client.update(slices, namespace, nameOf(slice), Document.of(slice)) instanceof ApiReply.One;
        }
        boolean deleted = delete(namespace, plan.delete());
        return done && deleted;
    }

    /// Deletes all slices that mirror something of this name.
    boolean forget(String namespace, String name) {
        Optional<List<ObjectNode>> existing = existing(namespace, name);
        return existing.isPresent() && delete(namespace, existing.get());
    }

    private boolean delete(String namespace, List<ObjectNode> gone) {
        boolean done = true;
        for (ObjectNode slice : gone) {
            done &= client.delete(slices, namespace, nameOf(slice), Document.of(Json.object()))
                    .succeededOrGone();
        }
        return done;
    }

    private Optional<List<ObjectNode>> existing(String namespace, String name) {
        String own =
                "%s=%s,%s=%s".formatted(MirrorShape.SERVICE_NAME, name, MirrorShape.MANAGED_BY, MirrorShape.MANAGER);
        if (!(client.list(slices, namespace, Map.of("labelSelector", own)) instanceof ApiReply.Many many)) {
            return Optional.empty();
        }
        var existing = new ArrayList<ObjectNode>();
        for (StoredObject stored : many.items()) {
            if (!stored.header().deleting()) {
                existing.add(tree(stored));
            }
        }
        return Optional.of(existing);
    }

    /// An object with its revision.
    static ObjectNode tree(StoredObject stored) {
        ObjectNode tree = Json.readObject(stored.json());
        tree.withObject("/metadata").put("resourceVersion", Long.toString(stored.revision()));
        return tree;
    }

    private static String nameOf(ObjectNode slice) {
        return slice.at("/metadata/name").asText();
    }
}
