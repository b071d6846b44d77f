package dev.tenure.scheduler.plugin.interpodaffinity;

import dev.tenure.scheduler.framework.AffinityTerm;
import dev.tenure.scheduler.framework.NodeState;
import dev.tenure.scheduler.framework.PodInfo;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// How often terms match pods, by the domain in which these pods run.
final class TermCounts {
    /// A topology key and one of its values.
    record Domain(String key, String value) {}

    private final Map<Domain, Long> counts;

    TermCounts() {
        counts = new HashMap<>();
    }

    private TermCounts(Map<Domain, Long> counts) {
        this.counts = new HashMap<>(counts);
    }

    TermCounts copy() {
        return new TermCounts(counts);
    }

    boolean isEmpty() {
        return counts.isEmpty();
    }

    boolean anyIn(String key, String value) {
        return counts.getOrDefault(new Domain(key, value), 0L) > 0;
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

    private void add(NodeState node, String key, long by) {
        String value = node.label(key);
        if (value != null) {
            counts.merge(new Domain(key, value), by, (a, b) -> a + b == 0 ? null : a + b);
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
