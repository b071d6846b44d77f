package dev.tenure.scheduler.cache;

import dev.tenure.scheduler.framework.NodeState;
import dev.tenure.scheduler.framework.PlacedClass;
import dev.tenure.scheduler.framework.PodClass;
import dev.tenure.scheduler.framework.PodInfo;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;

/// On which nodes the pods of each class are: of the classes with terms on other pods always, of the others
/// from the first time on that somebody asks for them, which a cluster whose pods have no such terms never
/// does. Confined to the loop.
final class PlacedClasses {
    private record Placed(PodInfo example, Map<NodeState, Integer> counts) implements PlacedClass {
        @Override
        public Map<NodeState, Integer> nodes() {
            return Collections.unmodifiableMap(counts);
        }
    }

    private final Map<String, Map<PodClass, Placed>> byNamespace = new HashMap<>();
    private final Map<PodClass, Placed> withTerms = new LinkedHashMap<>();
    private final AffinityClasses meanings = new AffinityClasses();
    private boolean all;

    /// Which pods the terms of those on nodes mean.
    AffinityClasses meanings() {
        return meanings;
    }

    /// A pod has come to a node.
    void add(PodInfo pod, NodeState node) {
        if (!all && !pod.hasAffinity()) {
            return;
        }
        Placed placed = byNamespace
                .computeIfAbsent(pod.namespace(), name -> new HashMap<>())
                .computeIfAbsent(pod.shape(), shape -> new Placed(pod, new HashMap<>()));
        boolean first = placed.counts().isEmpty();
        placed.counts().merge(node, 1, Integer::sum);
        if (first && pod.hasAffinity()) {
            withTerms.put(pod.shape(), placed);
            meanings.appeared(pod.shape());
        }
    }

    /// A pod has left a node, or its node is gone.
    void remove(PodInfo pod, NodeState node) {
        Map<PodClass, Placed> ofNamespace = byNamespace.get(pod.namespace());
        if (ofNamespace == null) {
            return;
        }
        Placed placed = ofNamespace.get(pod.shape());
        if (placed == null) {
            return;
        }
        placed.counts().computeIfPresent(node, (key, count) -> count == 1 ? null : count - 1);
        if (!placed.counts().isEmpty()) {
            return;
        }
        ofNamespace.remove(pod.shape());
        if (ofNamespace.isEmpty()) {
            byNamespace.remove(pod.namespace());
        }
        if (withTerms.remove(pod.shape()) != null) {
            meanings.vanished(pod.shape());
        }
    }

    /// The classes with a term on other pods.
    Collection<? extends PlacedClass> withTerms() {
        return Collections.unmodifiableCollection(withTerms.values());
    }

    /// All classes of a namespace.
    ///
    /// @param nodes all that there are, to be looked at once
    Collection<? extends PlacedClass> in(String namespace, Collection<NodeState> nodes) {
        followAll(nodes);
        Map<PodClass, Placed> ofNamespace = byNamespace.get(namespace);
        return ofNamespace == null ? Collections.emptyList() : Collections.unmodifiableCollection(ofNamespace.values());
    }

    /// The namespaces in which there are pods on nodes.
    ///
    /// @param nodes all that there are, to be looked at once
    Collection<String> namespaces(Collection<NodeState> nodes) {
        followAll(nodes);
        return Collections.unmodifiableCollection(byNamespace.keySet());
    }

    private void followAll(Collection<NodeState> nodes) {
        if (all) {
            return;
        }
        all = true;
        for (NodeState node : nodes) {
            for (PodInfo pod : node.pods()) {
                if (!pod.hasAffinity()) {
                    add(pod, node);
                }
            }
        }
    }
}
