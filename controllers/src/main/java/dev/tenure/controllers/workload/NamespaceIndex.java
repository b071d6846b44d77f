package dev.tenure.controllers.workload;

import dev.tenure.model.meta.ObjectKey;
import java.util.HashMap;
import java.util.Map;

/// What is known of objects, by namespace and key, so that a question about one namespace does not go over
/// the others. Confined to one loop. Upstream: client-go/tools/cache (NamespaceIndex).
public final class NamespaceIndex<V> {
    private final Map<String, Map<ObjectKey, V>> byNamespace = new HashMap<>();

    public void put(ObjectKey key, V value) {
        byNamespace.computeIfAbsent(key.namespace(), _ -> new HashMap<>()).put(key, value);
    }

    public void remove(ObjectKey key) {
        byNamespace.computeIfPresent(key.namespace(), (_, objects) -> {
            objects.remove(key);
            return objects.isEmpty() ? null : objects;
        });
    }

    /// What there is in a namespace, in no order; not to be changed.
    public Map<ObjectKey, V> in(String namespace) {
        return byNamespace.getOrDefault(namespace, Map.of());
    }

    public boolean isEmpty() {
        return byNamespace.isEmpty();
    }
}
