package dev.tenure.scheduler.plugin.interpodaffinity;

import dev.tenure.scheduler.framework.Cycle;
import dev.tenure.scheduler.framework.PluginState;
import dev.tenure.scheduler.view.AffinityTerm;
import dev.tenure.scheduler.view.AffinityTerm.Weighted;
import dev.tenure.scheduler.view.ClusterView;
import dev.tenure.scheduler.view.NodeState;
import dev.tenure.scheduler.view.PlacedClass;
import dev.tenure.scheduler.view.PodInfo;
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
        terms.addOwn(new MeantClasses(cycle.cluster()), terms.affinity, 1);
        terms.addOwn(new MeantClasses(cycle.cluster()), terms.antiAffinity, -1);
        cycle.cluster().podsWithTerms().forEach(terms::addOthers);
        return terms;
    }

    private void addOwn(MeantClasses classes, List<Weighted> own, int sign) {
        for (Weighted one : own) {
            classes.of(one.term(), others -> add(one.term(), (long) sign * one.weight(), others));
        }
    }

    private void addOthers(PlacedClass others) {
        PodInfo example = others.example();
        if (hardWeight > 0) {
            for (AffinityTerm term : example.requiredAffinity()) {
                addIfMeant(term, hardWeight, others);
            }
        }
        for (Weighted one : example.preferredAffinity()) {
            addIfMeant(one.term(), one.weight(), others);
        }
        for (Weighted one : example.preferredAntiAffinity()) {
            addIfMeant(one.term(), -one.weight(), others);
        }
    }

    private void addIfMeant(AffinityTerm term, long weight, PlacedClass others) {
        if (term.matches(pod.pod(), namespaceLabels)) {
            add(term, weight, others);
        }
    }

    private void add(AffinityTerm term, long weight, PlacedClass pods) {
        pods.nodes().forEach((node, count) -> {
            String value = node.label(term.topologyKey());
            if (value != null) {
                worth.computeIfAbsent(term.topologyKey(), key -> new HashMap<>())
                        .merge(value, weight * count, Long::sum);
            }
        });
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
