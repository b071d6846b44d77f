package dev.tenure.controllers.endpoint;

import dev.tenure.controllers.workload.NamespaceIndex;
import dev.tenure.model.core.Service;
import dev.tenure.model.meta.ObjectKey;
import dev.tenure.model.meta.StoredObject;
import java.util.Collection;
import java.util.HashSet;
import java.util.Set;

/// Services that select pods, and pods, both by namespace, so that a pod that changes costs a look at the services of
/// its namespace. Confined to one loop.
final class NamespaceState {
    private final NamespaceIndex<Service> services = new NamespaceIndex<>();
    private final NamespaceIndex<StoredObject> pods = new NamespaceIndex<>();

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

    void put(StoredObject pod) {
        pods.put(pod.key(), pod);
    }

    void removePod(ObjectKey key) {
        pods.remove(key);
    }

    Collection<StoredObject> pods(String namespace) {
        return pods.in(namespace).values();
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
