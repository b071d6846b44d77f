package dev.tenure.controllers.resourcequota;

import dev.tenure.model.meta.ObjectKey;
import dev.tenure.model.meta.StoredObject;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// The objects of one type by namespace. Confined to one loop.
final class PresentState {
    private final Map<String, Map<ObjectKey, StoredObject>> byNamespace = new HashMap<>();

    void put(StoredObject object) {
        byNamespace
                .computeIfAbsent(object.key().namespace(), _ -> new HashMap<>())
                .put(object.key(), object);
    }

    void remove(ObjectKey key) {
        byNamespace.computeIfPresent(key.namespace(), (_, objects) -> {
            objects.remove(key);
            return objects.isEmpty() ? null : objects;
        });
    }

    Collection<StoredObject> in(String namespace) {
        return byNamespace.getOrDefault(namespace, Map.of()).values();
    }

    /// Views of all in the namespace.
    List<Object> views(String namespace) {
        return in(namespace).stream().map(object -> object.view(Object.class)).toList();
    }
}
