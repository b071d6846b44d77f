package dev.tenure.controllers.disruption;

import dev.tenure.model.core.Pod;
import dev.tenure.model.meta.LabelRequirement;
import dev.tenure.model.meta.LabelSelector;
import dev.tenure.model.meta.ObjectKey;
import dev.tenure.model.meta.StoredObject;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/// All pods, by namespace and name, and by each of their labels, so that a budget need not look at the
/// pods of others. Confined to one loop.
final class NamespacePodsState {
    private record Label(String namespace, String key, String value) {}

    private final Map<String, TreeMap<String, StoredObject>> byNamespace = new HashMap<>();
    private final Map<Label, TreeMap<String, StoredObject>> byLabel = new HashMap<>();

    void put(StoredObject pod) {
        String name = pod.key().name();
        StoredObject before = byNamespace
                .computeIfAbsent(pod.key().namespace(), _ -> new TreeMap<>())
                .put(name, pod);
        if (before != null && !before.header().labels().equals(pod.header().labels())) {
            forgetLabels(before);
        }
        pod.header()
                .labels()
                .forEach((key, value) -> byLabel.computeIfAbsent(
                                new Label(pod.key().namespace(), key, value), _ -> new TreeMap<>())
                        .put(name, pod));
    }

    void remove(ObjectKey pod) {
        byNamespace.computeIfPresent(pod.namespace(), (_, pods) -> {
            StoredObject last = pods.remove(pod.name());
            if (last != null) {
                forgetLabels(last);
            }
            return pods.isEmpty() ? null : pods;
        });
    }

    private void forgetLabels(StoredObject pod) {
        pod.header()
                .labels()
                .forEach((key, value) ->
                        byLabel.computeIfPresent(new Label(pod.key().namespace(), key, value), (_, pods) -> {
                            pods.remove(pod.key().name());
                            return pods.isEmpty() ? null : pods;
                        }));
    }

    /// Pods of a namespace that a selector matches, by name.
    List<Pod> select(String namespace, LabelSelector selector) {
        return candidates(namespace, selector).values().stream()
                .filter(pod -> selector.matches(pod.header().labels()))
                .map(pod -> pod.view(Pod.class))
                .toList();
    }

    private Map<String, StoredObject> candidates(String namespace, LabelSelector selector) {
        Map<String, StoredObject> fewest = byNamespace.getOrDefault(namespace, new TreeMap<>());
        for (LabelRequirement requirement : selector.requirements()) {
            Optional<String> value = selector.exactly(requirement.key());
            if (value.isPresent()) {
                var label = new Label(namespace, requirement.key(), value.get());
                Map<String, StoredObject> labelled = byLabel.getOrDefault(label, new TreeMap<>());
                fewest = labelled.size() < fewest.size() ? labelled : fewest;
            }
        }
        return fewest;
    }
}
