package dev.tenure.scheduler.cache;

import dev.tenure.scheduler.view.NodeState;
import dev.tenure.scheduler.view.PlacedClass;
import dev.tenure.scheduler.view.PodClass;
import dev.tenure.scheduler.view.PodInfo;
import dev.tenure.scheduler.view.PodTerms;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;

/// On which nodes the pods are that are alike: those with the same terms on other pods always, those of one
/// class from the first time on that somebody asks for classes, which a cluster whose pods have no such terms
/// never does. Confined to the loop.
final class PlacedClasses {
    private record Placed(PodInfo example, Map<NodeState, Integer> counts) implements PlacedClass {
        private Placed(PodInfo example) {
            this(example, new HashMap<>());
        }

        @Override
        public Map<NodeState, Integer> nodes() {
            return Collections.unmodifiableMap(counts);
        }

        private void add(NodeState node) {
            counts.merge(node, 1, Integer::sum);
        }

        /// @return whether none is left on any node
        private boolean remove(NodeState node) {
            counts.computeIfPresent(node, (key, count) -> count == 1 ? null : count - 1);
            return counts.isEmpty();
        }
    }

    private final Map<PodTerms, Placed> withTerms = new LinkedHashMap<>();
    private final TermMeanings meanings = new TermMeanings();
    /// By namespace and class; filled once `all` is set.
    private final Map<String, Map<PodClass, Placed>> byNamespace = new HashMap<>();
    private boolean all;

    /// Which pods the terms of those on nodes mean.
    TermMeanings meanings() {
        return meanings;
    }

    /// A pod has come to a node.
    void add(PodInfo pod, NodeState node) {
        if (pod.hasAffinity()) {
            addTerms(pod, node);
        }
        if (all) {
            addClass(pod, node);
        }
    }

    private void addTerms(PodInfo pod, NodeState node) {
        PodTerms terms = pod.shape().terms();
        Placed placed = withTerms.get(terms);
        if (placed == null) {
            placed = new Placed(pod);
            withTerms.put(terms, placed);
            meanings.appeared(terms);
        }
        placed.add(node);
    }

    private void addClass(PodInfo pod, NodeState node) {
        byNamespace
                .computeIfAbsent(pod.namespace(), name -> new HashMap<>())
                .computeIfAbsent(pod.shape(), shape -> new Placed(pod))
                .add(node);
    }

    /// A pod has left a node, or its node is gone.
    void remove(PodInfo pod, NodeState node) {
        PodTerms terms = pod.shape().terms();
        Placed placed = withTerms.get(terms);
        if (placed != null && placed.remove(node)) {
            withTerms.remove(terms);
            meanings.vanished(terms);
        }
        removeClass(pod, node);
    }

    private void removeClass(PodInfo pod, NodeState node) {
        Map<PodClass, Placed> ofNamespace = byNamespace.get(pod.namespace());
        if (ofNamespace == null) {
            return;
        }
        Placed placed = ofNamespace.get(pod.shape());
        if (placed != null && placed.remove(node)) {
            ofNamespace.remove(pod.shape());
            if (ofNamespace.isEmpty()) {
                byNamespace.remove(pod.namespace());
            }
        }
    }

    /// The pods with terms on other pods, together where the terms are the same.
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
                addClass(pod, node);
            }
        }
    }
}
