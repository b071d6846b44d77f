package dev.tenure.kinds.aggregation;

import dev.tenure.apiserver.admission.ClusterAccess;
import dev.tenure.apiserver.aggregation.Backend;
import dev.tenure.apiserver.aggregation.BackendCalls;
import dev.tenure.apiserver.handler.Handlers;
import dev.tenure.apiserver.handler.ObjectTrees;
import dev.tenure.apiserver.registry.KindTable;
import dev.tenure.apiserver.registry.RefusedException;
import dev.tenure.kinds.custom.Conditions;
import dev.tenure.kinds.custom.Conditions.Condition;
import dev.tenure.kinds.upkeep.OwnRequest;
import dev.tenure.model.meta.ApiRequest;
import dev.tenure.model.meta.ResourceType;
import dev.tenure.model.meta.ResourceType.Scope;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.runtime.loop.Published;
import dev.tenure.store.StoreUnavailableException;
import dev.tenure.wire.json.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Finds out whether a backend is available, and writes that into its APIService. Waits; any thread.
/// Upstream: kube-aggregator/pkg/controllers/status/remote/remote_available_controller.go.
///
/// @param cluster where services and their endpoints are looked up
/// @param handlers carry out what is written, as they do for everybody
public record AvailabilityWriter(
        ClusterAccess cluster, BackendCalls calls, Published<KindTable> kinds, Handlers handlers) {
    private static final ResourceType API_SERVICES =
            new ResourceType("apiregistration.k8s.io", "v1", "apiservices", "APIService", Scope.CLUSTER);
    private static final ResourceType SLICES =
            new ResourceType("discovery.k8s.io", "v1", "endpointslices", "EndpointSlice", Scope.NAMESPACED);
    private static final String SERVICE_NAME = "kubernetes.io/service-name";
    private static final OwnRequest REQUEST = OwnRequest.of(BackendLoop.API_SERVICES);

    /// @return whether there is no reason to look again soon
    boolean look(Backend backend) {
        Condition found = condition(backend);
        return written(backend, found) && !found.reason().equals(BackendProbe.FAILED);
    }

    private Condition condition(Backend backend) {
        Backend.Service service = backend.service();
        Optional<ObjectNode> stored = cluster.get(ResourceTypes.SERVICES, service.namespace(), service.name())
                .map(cluster::tree);
        List<ObjectNode> slices = cluster.list(SLICES, service.namespace()).stream()
                .filter(slice -> service.name().equals(slice.header().labels().get(SERVICE_NAME)))
                .map(cluster::tree)
                .toList();
        return switch (AvailabilityRule.of(service, stored, slices)) {
            case AvailabilityRule.Finding.Missing(Condition condition) -> condition;
            case AvailabilityRule.Finding.Ask _ -> BackendProbe.look(calls, backend);
        };
    }

    /// @return whether it stands there now
    private boolean written(Backend backend, Condition found) {
        Optional<StoredObject> stored = cluster.get(API_SERVICES, "", backend.name());
        if (stored.isEmpty()) {
            return true;
        }
        ObjectNode before = cluster.tree(stored.get());
        ObjectNode next = before.deepCopy();
        Conditions.set(next, found, ObjectTrees.seconds(cluster.now()));
        if (next.equals(before)) {
            return true;
        }
        ApiRequest write = REQUEST.updateStatus(next);
        try {
            handlers.call(
                    kinds.get()
                            .find(API_SERVICES.group(), API_SERVICES.version(), API_SERVICES.resource())
                            .orElseThrow(),
                    write,
                    new ArrayList<>());
            return true;
        } catch (RefusedException | StoreUnavailableException _) {
            // it was changed meanwhile, or cannot be now: it is looked at again
            return false;
        }
    }
}
