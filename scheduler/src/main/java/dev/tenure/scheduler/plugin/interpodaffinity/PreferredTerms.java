package dev.tenure.scheduler.plugin.interpodaffinity;

import dev.tenure.scheduler.framework.AffinityTerm;
import dev.tenure.scheduler.framework.AffinityTerm.Weighted;
import dev.tenure.scheduler.framework.ClusterView;
import dev.tenure.scheduler.framework.Cycle;
import dev.tenure.scheduler.framework.NodeState;
import dev.tenure.scheduler.framework.PluginState;
import dev.tenure.scheduler.framework.PodInfo;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// What each domain is worth to an incoming pod: its own preferred terms on the pods there, their
/// preferred terms on it, and a little for their required affinity.
final class PreferredTerms implements PluginState {
    static final String KEY = InterPodAffinity.NAME + "/score";

    private final PodInfo pod;
    private final int hardWeight;
    private final Map<String, String> namespaceLabels;
    private final List<Weighted> affinity;
    private final List<Weighted> antiAffinity;
    private final Map<String, Map<String, Long>> worth = new HashMap<>();

    private PreferredTerms(PodInfo pod, ClusterView cluster, int hardWeight) {
        this.pod = pod;
        this.hardWeight = hardWeight;
        namespaceLabels = cluster.namespaceLabels(pod.namespace());
        affinity = resolved(pod.preferredAffinity(), cluster);
        antiAffinity = resolved(pod.preferredAntiAffinity(), cluster);
    }

    private static List<Weighted> resolved(List<Weighted> terms, ClusterView cluster) {
        return terms.stream()
                .map(one -> new Weighted(one.term().resolved(cluster), one.weight()))
                .toList();
    }

    static PreferredTerms of(Cycle cycle, int hardWeight) {
        var terms = new PreferredTerms(cycle.pod(), cycle.cluster(), hardWeight);
        boolean own = !terms.affinity.isEmpty() || !terms.antiAffinity.isEmpty();
        Collection<NodeState> nodes =
                own ? cycle.cluster().nodes() : cycle.cluster().nodesWithAffinityPods();
        for (NodeState node : nodes) {
            for (PodInfo other : own ? node.pods() : node.affinityPods()) {
                terms.add(other, node);
            }
        }
        return terms;
    }

    private void add(PodInfo other, NodeState node) {
        addAll(affinity, other, Map.of(), node, 1);
        addAll(antiAffinity, other, Map.of(), node, -1);
        if (!other.hasAffinity()) {
            return;
        }
        if (hardWeight > 0) {
            for (AffinityTerm term : other.requiredAffinity()) {
                add(term, hardWeight, pod, namespaceLabels, node);
            }
        }
        addAll(other.preferredAffinity(), pod, namespaceLabels, node, 1);
        addAll(other.preferredAntiAffinity(), pod, namespaceLabels, node, -1);
    }

    private void addAll(List<Weighted> terms, PodInfo matched, Map<String, String> labels, NodeState node, int sign) {
        for (Weighted one : terms) {
            add(one.term(), (long) sign * one.weight(), matched, labels, node);
        }
    }

    private void add(AffinityTerm term, long weight, PodInfo matched, Map<String, String> labels, NodeState node) {
        String value = node.label(term.topologyKey());
        if (value != null && term.matches(matched.pod(), labels)) {
            worth.computeIfAbsent(term.topologyKey(), key -> new HashMap<>()).merge(value, weight, Long::sum);
        }
    }

    boolean isEmpty() {
        return worth.isEmpty();
    }

    long on(NodeState node) {
        long sum = 0;
        for (Map.Entry<String, Map<String, Long>> key : worth.entrySet()) {
            String value = node.label(key.getKey());
            if (value != null) {
                sum += key.getValue().getOrDefault(value, 0L);
            }
        }
        return sum;
    }
}
