package dev.tenure.scheduler.plugin.interpodaffinity;

import dev.tenure.scheduler.view.AffinityTerm;
import dev.tenure.scheduler.view.NodeState;
import dev.tenure.scheduler.view.PlacedClass;
import dev.tenure.scheduler.view.PodInfo;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// How often terms match pods, by the domain in which these pods run.
final class TermCounts {
    private final Map<String, Map<String, Long>> byKey = new HashMap<>();

    TermCounts copy() {
        var copy = new TermCounts();
        byKey.forEach((key, counts) -> copy.byKey.put(key, new HashMap<>(counts)));
        return copy;
    }

    boolean isEmpty() {
        return byKey.isEmpty();
    }

    /// Whether a pod counts in a domain that the node is in, whatever the topology key.
    boolean anyOn(NodeState node) {
        for (Map.Entry<String, Map<String, Long>> one : byKey.entrySet()) {
            String value = node.label(one.getKey());
            if (value != null && one.getValue().getOrDefault(value, 0L) > 0) {
                return true;
            }
        }
        return false;
    }

    boolean anyIn(String key, String value) {
        Map<String, Long> counts = byKey.get(key);
        return counts != null && counts.getOrDefault(value, 0L) > 0;
    }

    /// Counts a pod on a node that matches all terms together, once for each term.
    void addIfAllMatch(List<AffinityTerm> terms, PodInfo pod, NodeState node, long by) {
        if (allMatch(terms, pod)) {
            for (AffinityTerm term : terms) {
                add(node, term.topologyKey(), by);
            }
        }
    }

    /// Counts a pod on a node once for each term that matches `matched`.
    void addEachMatch(
            List<AffinityTerm> terms, PodInfo matched, Map<String, String> namespaceLabels, NodeState node, long by) {
        for (AffinityTerm term : terms) {
            if (term.matches(matched.pod(), namespaceLabels)) {
                add(node, term.topologyKey(), by);
            }
        }
    }

    /// As [#addIfAllMatch(List, PodInfo, NodeState, long)], of all pods of a class.
    void addIfAllMatch(List<AffinityTerm> terms, PlacedClass pods) {
        if (allMatch(terms, pods.example())) {
            terms.forEach(term -> add(term, pods));
        }
    }

    /// As [#addEachMatch(List, PodInfo, Map, NodeState, long)], of all pods of a class.
    void addEachMatch(
            List<AffinityTerm> terms, PodInfo matched, Map<String, String> namespaceLabels, PlacedClass pods) {
        for (AffinityTerm term : terms) {
            if (term.matches(matched.pod(), namespaceLabels)) {
                add(term, pods);
            }
        }
    }

    /// Counts all pods of a class once.
    void add(AffinityTerm term, PlacedClass pods) {
        pods.nodes().forEach((node, count) -> add(node, term.topologyKey(), count));
    }

    private void add(NodeState node, String key, long by) {
        String value = node.label(key);
        if (value != null) {
            Map<String, Long> counts = byKey.computeIfAbsent(key, name -> new HashMap<>());
            counts.merge(value, by, (a, b) -> a + b == 0 ? null : a + b);
            if (counts.isEmpty()) {
                byKey.remove(key);
            }
        }
    }

    /// Whether a pod matches all terms; without terms it does not.
    static boolean allMatch(List<AffinityTerm> terms, PodInfo pod) {
        if (terms.isEmpty()) {
            return false;
        }
        for (AffinityTerm term : terms) {
            if (!term.matches(pod.pod(), Map.of())) {
                return false;
            }
        }
        return true;
    }
}
