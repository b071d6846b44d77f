package dev.tenure.controllers.podgc;

import dev.tenure.model.core.Pod;
import dev.tenure.model.meta.ObjectKey;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.rules.pod.PodRule;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/// Pods by node, and those that end, so that a look at the garbage does not go over all pods. Confined
/// to one loop.
final class PodsState {
    private final Map<String, Map<ObjectKey, Pod>> byNode = new TreeMap<>();
    private final Map<ObjectKey, Pod> ending = new HashMap<>();

    void put(Optional<StoredObject> before, StoredObject after) {
        before.map(old -> old.view(Pod.class).spec().nodeName()).ifPresent(node -> take(node, after.key()));
        Pod pod = after.view(Pod.class);
        if (pod.spec().bound()) {
            byNode.computeIfAbsent(pod.spec().nodeName(), _ -> new HashMap<>()).put(after.key(), pod);
        }
        if (pod.meta().deleting() || PodRule.terminal(pod)) {
            ending.put(after.key(), pod);
        } else {
            ending.remove(after.key());
        }
    }

    void remove(StoredObject last) {
        take(last.view(Pod.class).spec().nodeName(), last.key());
        ending.remove(last.key());
    }

    private void take(String node, ObjectKey pod) {
        byNode.computeIfPresent(node, (_, pods) -> {
            pods.remove(pod);
            return pods.isEmpty() ? null : pods;
        });
    }

    /// The nodes that pods name, by name.
    Set<String> nodes() {
        return byNode.keySet();
    }

    /// Every pod that may be garbage when these nodes are gone, by namespace and name.
    List<Pod> candidates(Set<String> gone) {
        var found = new TreeMap<String, Pod>();
        ending.forEach((key, pod) -> found.put(key.path(), pod));
        for (String node : gone) {
            byNode.getOrDefault(node, Map.of()).forEach((key, pod) -> found.put(key.path(), pod));
        }
        return new ArrayList<>(found.values());
    }
}
