package dev.tenure.scheduler.plugin.interpodaffinity;

import dev.tenure.scheduler.framework.Cycle;
import dev.tenure.scheduler.framework.PluginState;
import dev.tenure.scheduler.view.AffinityTerm;
import dev.tenure.scheduler.view.ClusterView;
import dev.tenure.scheduler.view.NodeState;
import dev.tenure.scheduler.view.PlacedClass;
import dev.tenure.scheduler.view.PodInfo;
import java.util.List;
import java.util.Map;

/// Where pods run that the required terms of an incoming pod mean, and pods whose required anti-affinity
/// means it.
final class RequiredTerms implements PluginState {
    /// Why a node is refused, in the order in which it is looked for.
    enum Answer {
        FITS,
        AFFINITY_UNMET,
        ANTI_AFFINITY_BROKEN,
        ANTI_AFFINITY_OF_OTHERS_BROKEN
    }

    private final PodInfo pod;
    private final Map<String, String> namespaceLabels;
    private final List<AffinityTerm> affinity;
    private final List<AffinityTerm> antiAffinity;
    private final TermCounts affinityCounts;
    private final TermCounts antiAffinityCounts;
    private final TermCounts othersAntiAffinityCounts;

    private RequiredTerms(PodInfo pod, ClusterView cluster) {
        this.pod = pod;
        namespaceLabels = cluster.namespaceLabels(pod.namespace());
        affinity = pod.requiredAffinity().stream()
                .map(term -> term.resolved(cluster))
                .toList();
        antiAffinity = pod.requiredAntiAffinity().stream()
                .map(term -> term.resolved(cluster))
                .toList();
        affinityCounts = new TermCounts();
        antiAffinityCounts = new TermCounts();
        othersAntiAffinityCounts = new TermCounts();
    }

    private RequiredTerms(RequiredTerms from) {
        pod = from.pod;
        namespaceLabels = from.namespaceLabels;
        affinity = from.affinity;
        antiAffinity = from.antiAffinity;
        affinityCounts = from.affinityCounts.copy();
        antiAffinityCounts = from.antiAffinityCounts.copy();
        othersAntiAffinityCounts = from.othersAntiAffinityCounts.copy();
    }

    static RequiredTerms of(Cycle cycle) {
        var terms = new RequiredTerms(cycle.pod(), cycle.cluster());
        for (PlacedClass others : cycle.cluster().podsWithTerms()) {
            terms.othersAntiAffinityCounts.addEachMatch(
                    others.example().requiredAntiAffinity(), terms.pod, terms.namespaceLabels, others);
        }
        MeantClasses classes = new MeantClasses(cycle.cluster());
        if (!terms.affinity.isEmpty()) {
            classes.of(terms.affinity.getFirst(), others -> terms.affinityCounts.addIfAllMatch(terms.affinity, others));
        }
        for (AffinityTerm term : terms.antiAffinity) {
            classes.of(term, others -> terms.antiAffinityCounts.add(term, others));
        }
        return terms;
    }

    private void countOther(PodInfo other, NodeState node, long by) {
        othersAntiAffinityCounts.addEachMatch(other.requiredAntiAffinity(), pod, namespaceLabels, node, by);
    }

    private void countOwn(PodInfo other, NodeState node, long by) {
        affinityCounts.addIfAllMatch(affinity, other, node, by);
        antiAffinityCounts.addEachMatch(antiAffinity, other, Map.of(), node, by);
    }

    void change(PodInfo other, NodeState node, long by) {
        countOther(other, node, by);
        countOwn(other, node, by);
    }

    @Override
    public PluginState copy() {
        return new RequiredTerms(this);
    }

    /// Whether no node can be refused.
    boolean isEmpty() {
        return affinity.isEmpty() && antiAffinity.isEmpty() && othersAntiAffinityCounts.isEmpty();
    }

    Answer on(NodeState node) {
        if (!affinityMet(node)) {
            return Answer.AFFINITY_UNMET;
        }
        if (antiAffinityBroken(node)) {
            return Answer.ANTI_AFFINITY_BROKEN;
        }
        return othersAntiAffinityCounts.anyOn(node) ? Answer.ANTI_AFFINITY_OF_OTHERS_BROKEN : Answer.FITS;
    }

    /// The first pod of its kind may run anywhere with the keys: nobody is there yet whom it could be near
    /// to.
    private boolean affinityMet(NodeState node) {
        boolean met = true;
        for (AffinityTerm term : affinity) {
            String value = node.label(term.topologyKey());
            if (value == null) {
                return false;
            }
            met &= affinityCounts.anyIn(term.topologyKey(), value);
        }
        return met || (affinityCounts.isEmpty() && TermCounts.allMatch(affinity, pod));
    }

    private boolean antiAffinityBroken(NodeState node) {
        if (antiAffinityCounts.isEmpty()) {
            return false;
        }
        for (AffinityTerm term : antiAffinity) {
            String value = node.label(term.topologyKey());
            if (value != null && antiAffinityCounts.anyIn(term.topologyKey(), value)) {
                return true;
            }
        }
        return false;
    }
}
