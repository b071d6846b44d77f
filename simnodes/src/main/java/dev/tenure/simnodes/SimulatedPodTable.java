package dev.tenure.simnodes;

import dev.tenure.model.core.Pod;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/// The pods of all simulated nodes, each by its uid and by its node. Confined to the loop of those who use
/// it.
final class SimulatedPodTable {
    private final Map<String, SimulatedPod> byUid = new HashMap<>();
    private final Map<String, Map<String, SimulatedPod>> byNode = new HashMap<>();

    void add(SimulatedPod entry) {
        byUid.put(entry.uid(), entry);
        byNode.computeIfAbsent(node(entry), _ -> new LinkedHashMap<>()).put(entry.uid(), entry);
    }

    /// The pod that was there; empty when there was none.
    Optional<SimulatedPod> remove(String uid) {
        Optional<SimulatedPod> entry = Optional.ofNullable(byUid.remove(uid));
        entry.ifPresent(gone -> byNode.computeIfPresent(node(gone), (_, standing) -> {
            standing.remove(uid);
            return standing.isEmpty() ? null : standing;
        }));
        return entry;
    }

    /// The one that a pod is, while it holds resources of its node.
    Optional<SimulatedPod> holding(Pod pod) {
        return find(pod.meta().uid()).filter(SimulatedPod::holds);
    }

    Optional<SimulatedPod> find(String uid) {
        return Optional.ofNullable(byUid.get(uid));
    }

    /// Whether the pod was removed, or another one stands in its place.
    boolean isForgotten(SimulatedPod entry) {
        return byUid.get(entry.uid()) != entry;
    }

    Collection<SimulatedPod> all() {
        return Collections.unmodifiableCollection(byUid.values());
    }

    /// Those on a node, in the order in which they became known.
    Collection<SimulatedPod> on(String node) {
        return Collections.unmodifiableCollection(
                byNode.getOrDefault(node, Map.of()).values());
    }

    private static String node(SimulatedPod entry) {
        return entry.pod().spec().nodeName();
    }
}
