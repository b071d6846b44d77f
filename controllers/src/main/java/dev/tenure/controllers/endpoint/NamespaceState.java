package dev.tenure.controllers.endpoint;

import dev.tenure.controllers.workload.NamespaceIndex;
import dev.tenure.model.core.Service;
import dev.tenure.model.meta.ObjectKey;
import dev.tenure.model.meta.StoredObject;
import java.util.HashSet;
import java.util.Set;

/// Services that select pods, by namespace, so that a pod that changes costs a look at the services of its namespace.
/// Confined to one loop.
final class NamespaceState {
    private final NamespaceIndex<Service> services = new NamespaceIndex<>();

    void put(ObjectKey key, Service service) {
        if (EndpointRule.kept(service)) {
            services.put(key, service);
        } else {
            removeService(key);
        }
    }

    void removeService(ObjectKey key) {
        services.remove(key);
    }

    boolean anyService() {
        return !services.isEmpty();
    }

    /// The services that lead to this pod.
    Set<ObjectKey> leadingTo(StoredObject pod) {
        var leading = new HashSet<ObjectKey>();
        services.in(pod.key().namespace()).forEach((key, service) -> {
            if (EndpointRule.selects(service, pod.header().labels())) {
                leading.add(key);
            }
        });
        return leading;
    }
}
