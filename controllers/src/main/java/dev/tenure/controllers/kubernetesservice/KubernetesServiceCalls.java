package dev.tenure.controllers.kubernetesservice;

import dev.tenure.client.ClusterClient;
import dev.tenure.model.meta.ApiReply;
import dev.tenure.model.meta.ResourceType;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.wire.json.Document;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/// The calls that keep the service `kubernetes`. What is called here blocks.
final class KubernetesServiceCalls {
    private static final ResourceType ENDPOINT_SLICES = new ResourceType(
            "discovery.k8s.io", "v1", "endpointslices", "EndpointSlice", ResourceType.Scope.NAMESPACED);

    private final ClusterClient client;
    private final int port;

    /// @param service as it stands now, in the form in which it would be made again
    /// @param complaints why something could not be put right
    record Look(Optional<ObjectNode> service, List<String> complaints) {}

    KubernetesServiceCalls(ClusterClient client, int port) {
        this.client = client;
        this.port = port;
    }

    /// Puts right what is not as it should be.
    ///
    /// @param remembered the service as it was last seen: one that is gone is made again from it
    /// @param hosts of the servers that live; when there are none, nothing is said of them
    Look look(Optional<ObjectNode> remembered, List<String> hosts) {
        var complaints = new ArrayList<String>();
        Optional<StoredObject> service = ensure(
                ResourceTypes.SERVICES, remembered, object -> KubernetesServiceShape.service(object, port), complaints);
        lead(hosts, complaints);
        return new Look(service.map(KubernetesServiceCalls::template).or(() -> remembered), complaints);
    }

    private void lead(List<String> hosts, List<String> complaints) {
        if (hosts.isEmpty()) {
            return;
        }
        List<String> inOrder = hosts.stream().sorted().distinct().toList();
        ensure(
                ResourceTypes.ENDPOINTS,
                Optional.of(named()),
                object -> KubernetesServiceShape.endpoints(object, inOrder, port),
                complaints);
        ensure(
                ENDPOINT_SLICES,
                Optional.of(named()),
                object -> KubernetesServiceShape.slice(object, inOrder, port),
                complaints);
    }

    /// Leads to these servers only.
    void leadTo(List<String> hosts) {
        lead(hosts, new ArrayList<>());
    }

    private static ObjectNode named() {
        ObjectNode object = Json.object();
        object.putObject("metadata")
                .put("name", KubernetesServiceShape.NAME)
                .put("namespace", KubernetesServiceShape.NAMESPACE);
        return object;
    }

    private static ObjectNode template(StoredObject stored) {
        ObjectNode service = Json.readObject(stored.json());
        ObjectNode again = named();
        again.withObject("/metadata").set("labels", service.path("metadata").path("labels"));
        again.set("spec", service.path("spec"));
        return again;
    }

    private Optional<StoredObject> ensure(
            ResourceType type, Optional<ObjectNode> begin, Consumer<ObjectNode> shape, List<String> complaints) {
        ApiReply reply = client.get(type, KubernetesServiceShape.NAMESPACE, KubernetesServiceShape.NAME);
        if (reply instanceof ApiReply.One(var _, StoredObject stored, var _)) {
            ObjectNode before = Json.readObject(stored.json());
            ObjectNode after = before.deepCopy();
            shape.accept(after);
            if (after.equals(before)) {
                return Optional.of(stored);
            }
            after.withObject("/metadata").put("resourceVersion", Long.toString(stored.revision()));
            reply = client.update(
                    type, KubernetesServiceShape.NAMESPACE, KubernetesServiceShape.NAME, Document.of(after));
        } else if (begin.isPresent() && reply.isNotFound()) {
            ObjectNode object = begin.get().deepCopy();
            shape.accept(object);
            object.put("apiVersion", type.apiVersion()).put("kind", type.kind());
            reply = client.create(type, KubernetesServiceShape.NAMESPACE, Document.of(object));
        }
        if (reply instanceof ApiReply.Failure(var status, var _)) {
            complaints.add(type.qualifiedResource() + ": " + status.message());
        }
        return reply instanceof ApiReply.One(var _, StoredObject object, var _)
                ? Optional.of(object)
                : Optional.empty();
    }
}
