package dev.tenure.controllers.endpoint;

import dev.tenure.client.ClusterClient;
import dev.tenure.model.core.Service;
import dev.tenure.model.meta.ApiReply;
import dev.tenure.model.meta.ResourceType;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.wire.json.Document;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.ObjectNode;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The calls of both controllers. What is called here blocks and says whether it succeeded.
final class EndpointCalls {
    private static final ResourceType SLICES = EndpointKind.SLICES.type();

    private final ClusterClient client;

    EndpointCalls(ClusterClient client) {
        this.client = client;
    }

    /// Writes the Endpoints of a service if they are not as they should be.
    ///
    /// @param trigger when that happened which changes them, if that is known
    boolean endpoints(Service service, List<PodEndpoint> behind, Optional<Instant> trigger) {
        String namespace = service.meta().namespace();
        String name = service.meta().name();
        ApiReply reply = client.get(ResourceTypes.ENDPOINTS, namespace, name);
        if (reply instanceof ApiReply.One(var _, StoredObject stored, var _)) {
            Document before = Document.of(stored.content());
            ObjectNode after = before.tree(stored.revision());
            EndpointShape.endpoints(after, service, behind);
            if (after.equals(before.tree(stored.revision()))) {
                return true;
            }
            EndpointShape.trigger(after, trigger);
            return client.update(ResourceTypes.ENDPOINTS, namespace, name, Document.of(after)) instanceof ApiReply.One;
        }
        if (reply instanceof ApiReply.Failure(var status, var _) && !status.isNotFound()) {
            return false;
        }
        ObjectNode fresh = Json.object().put("apiVersion", "v1").put("kind", "Endpoints");
        fresh.putObject("metadata").put("name", name).put("namespace", namespace);
        EndpointShape.endpoints(fresh, service, behind);
        EndpointShape.trigger(fresh, trigger);
        return settled(client.create(ResourceTypes.ENDPOINTS, namespace, Document.of(fresh)));
    }

    /// A namespace that is on its way out takes nothing new, and that is well.
    private static boolean settled(ApiReply reply) {
        return !(reply instanceof ApiReply.Failure(var status, var _))
                || status.message().contains("because it is being terminated");
    }

    boolean deleteEndpoints(String namespace, String name) {
        return client.delete(ResourceTypes.ENDPOINTS, namespace, name, Document.of(Json.object()))
                .succeededOrGone();
    }

    /// The slices of a service as they stand now; empty when the API does not tell.
    Optional<List<StoredObject>> slices(Service service) {
        String own = "%s=%s,%s=%s"
                .formatted(
                        EndpointShape.SERVICE_NAME,
                        service.meta().name(),
                        EndpointShape.MANAGED_BY,
                        EndpointShape.SLICES_MANAGER);
        return client.list(SLICES, service.meta().namespace(), Map.of("labelSelector", own))
                        instanceof ApiReply.Many many
                ? Optional.of(many.items())
                : Optional.empty();
    }

    /// Writes the slices of a service that are not as they should be.
    ///
    /// @param existing its slices; one that has changed since is not written
    /// @param trigger when that happened which changes them, if that is known
    WrittenSlices.Outcome write(
            Service service,
            Map<String, List<PodEndpoint>> behind,
            Collection<StoredObject> existing,
            Optional<Instant> trigger) {
        String namespace = service.meta().namespace();
        Map<String, StoredObject> byName = new HashMap<>();
        List<ObjectNode> trees = new ArrayList<>();
        for (StoredObject stored : existing) {
            if (!stored.header().deleting()) {
                trees.add(Document.of(stored.content()).tree(stored.revision()));
                byName.put(stored.key().name(), stored);
            }
        }
        SlicePlan plan = SlicePlan.of(service, behind, trees);
        List<StoredObject> written = new ArrayList<>();
        List<StoredObject> gone = new ArrayList<>();
        boolean done = true;
        for (ObjectNode slice : plan.create()) {
            EndpointShape.trigger(slice, trigger);
            ApiReply reply = client.create(SLICES, namespace, Document.of(slice));
            done &= settled(reply);
            note(reply, written);
        }
        for (ObjectNode slice : plan.update()) {
            EndpointShape.trigger(slice, trigger);
            ApiReply reply = client.update(SLICES, namespace, name(slice), Document.of(slice));
            done &= reply instanceof ApiReply.One;
            note(reply, written);
        }
        for (ObjectNode slice : plan.delete()) {
            ApiReply reply = client.delete(SLICES, namespace, name(slice), Document.of(Json.object()));
            done &= reply.succeededOrGone();
            Optional.ofNullable(byName.get(name(slice))).ifPresent(gone::add);
        }
        return new WrittenSlices.Outcome(done, written, gone);
    }

    private static void note(ApiReply reply, List<StoredObject> written) {
        if (reply instanceof ApiReply.One(var _, StoredObject stored, var _)) {
            written.add(stored);
        }
    }

    private static String name(ObjectNode object) {
        return object.path("metadata").path("name").asText();
    }
}
