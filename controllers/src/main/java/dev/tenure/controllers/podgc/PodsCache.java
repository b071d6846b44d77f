package dev.tenure.controllers.podgc;

import dev.tenure.client.informer.Informer;
import dev.tenure.controllers.workload.PodGroups;
import dev.tenure.model.core.Pod;
import dev.tenure.model.meta.ObjectKey;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.rules.pod.PodRule;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/// The pods that end, beside the shared index of pods by node, so that a look at the garbage does not go over
/// all pods. Confined to one loop.
final class PodsCache {
    private final Informer pods;
    private final Map<ObjectKey, Pod> ending = new HashMap<>();

    /// @param pods all that the API shows; its handler tells of each change
    PodsCache(Informer pods) {
        this.pods = pods;
    }

    void put(StoredObject after) {
        Pod pod = after.view(Pod.class);
        if (pod.meta().deleting() || PodRule.terminal(pod)) {
            ending.put(after.key(), pod);
        } else {
            ending.remove(after.key());
        }
    }

    void remove(StoredObject last) {
        ending.remove(last.key());
    }

    /// The nodes that pods name.
    Set<String> nodes() {
        return pods.groups(PodGroups.BY_NODE);
    }

    /// The pods that have ended.
    Collection<Pod> ended() {
        return ending.values().stream().filter(PodRule::terminal).toList();
    }

    /// Every pod that may be garbage when these nodes are gone, by namespace and name.
    List<Pod> candidates(Set<String> gone) {
        var found = new TreeMap<String, Pod>();
        ending.forEach((key, pod) -> found.put(key.path(), pod));
        for (String node : gone) {
            pods.in(PodGroups.BY_NODE, node).forEach(pod -> found.put(pod.key().path(), pod.view(Pod.class)));
        }
        return new ArrayList<>(found.values());
    }
}
