package dev.tenure.controllers.disruption;

import dev.tenure.model.core.Pod;
import dev.tenure.model.meta.LabelSelector;
import dev.tenure.model.meta.ObjectKey;
import dev.tenure.model.meta.StoredObject;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// All pods, by namespace and name. Confined to one loop.
final class NamespacePodsState {
    private final Map<String, TreeMap<String, StoredObject>> byNamespace = new HashMap<>();

    void put(StoredObject pod) {
        byNamespace
                .computeIfAbsent(pod.key().namespace(), _ -> new TreeMap<>())
                .put(pod.key().name(), pod);
    }

    void remove(ObjectKey pod) {
        byNamespace.computeIfPresent(pod.namespace(), (_, pods) -> {
            pods.remove(pod.name());
            return pods.isEmpty() ? null : pods;
        });
    }

    /// Pods of a namespace that a selector matches, by name.
    List<Pod> select(String namespace, LabelSelector selector) {
        Map<String, StoredObject> pods = byNamespace.getOrDefault(namespace, new TreeMap<>());
        return pods.values().stream()
                .filter(pod -> selector.matches(pod.header().labels()))
                .map(pod -> pod.view(Pod.class))
                .toList();
    }
}
