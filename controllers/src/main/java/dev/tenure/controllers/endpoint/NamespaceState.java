package dev.tenure.controllers.endpoint;

import dev.tenure.model.core.Service;
import dev.tenure.model.meta.ObjectKey;
import dev.tenure.model.meta.StoredObject;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/// Services that select pods, and pods, both by namespace, so that a pod that changes costs a look at the services of
/// its namespace. Confined to one loop.
final class NamespaceState {
    private final Map<String, Map<ObjectKey, Service>> services = new HashMap<>();
    private final Map<String, Map<ObjectKey, StoredObject>> pods = new HashMap<>();

    void put(ObjectKey key, Service service) {
        if (EndpointRule.kept(service)) {
            services.computeIfAbsent(key.namespace(), _ -> new HashMap<>()).put(key, service);
        } else {
            removeService(key);
        }
    }

    void removeService(ObjectKey key) {
        remove(services, key);
    }

    boolean anyService() {
        return !services.isEmpty();
    }

    void put(StoredObject pod) {
        pods.computeIfAbsent(pod.key().namespace(), _ -> new HashMap<>()).put(pod.key(), pod);
    }

    void removePod(ObjectKey key) {
        remove(pods, key);
    }

    private static <V> void remove(Map<String, Map<ObjectKey, V>> all, ObjectKey key) {
        all.computeIfPresent(key.namespace(), (_, objects) -> {
            objects.remove(key);
            return objects.isEmpty() ? null : objects;
        });
    }

    Collection<StoredObject> pods(String namespace) {
        return pods.getOrDefault(namespace, Map.of()).values();
    }

    /// The services that lead to this pod.
    Set<ObjectKey> leadingTo(StoredObject pod) {
        var leading = new HashSet<ObjectKey>();
        services.getOrDefault(pod.key().namespace(), Map.of()).forEach((key, service) -> {
            if (EndpointRule.selects(service, pod.header().labels())) {
                leading.add(key);
            }
        });
        return leading;
    }
}
