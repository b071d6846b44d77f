package dev.tenure.scheduler.view;

import dev.tenure.model.core.Affinity.PodTerm;
import dev.tenure.model.core.Pod;
import dev.tenure.model.meta.Frozen;
import dev.tenure.model.meta.LabelSelector;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// A term on other pods, made ready for matching: the namespaces it means are known, or a selector on
/// their labels.
///
/// @param labels absent matches no pod
/// @param namespaceSelector absent selects none
public record AffinityTerm(
        String topologyKey,
        Optional<LabelSelector> labels,
        Set<String> namespaces,
        Optional<LabelSelector> namespaceSelector) {
    /// A term and how much it counts.
    public record Weighted(AffinityTerm term, int weight) {}

    public AffinityTerm {
        namespaces = Frozen.set(namespaces);
    }

    /// @param owner the namespace of the pod that has the term
    static AffinityTerm of(PodTerm term, String owner) {
        boolean own = term.namespaces().isEmpty() && term.namespaceSelector().isEmpty();
        return new AffinityTerm(
                term.topologyKey(),
                term.labelSelector(),
                own ? Set.of(owner) : Frozen.set(term.namespaces()),
                term.namespaceSelector());
    }

    static List<AffinityTerm> of(List<PodTerm> terms, String owner) {
        return terms.stream().map(term -> of(term, owner)).toList();
    }

    /// Whether a pod is meant.
    ///
    /// @param namespaceLabels labels of that pod's namespace
    public boolean matches(Pod pod, Map<String, String> namespaceLabels) {
        if (labels.isEmpty()) {
            return false;
        }
        boolean inNamespace = namespaces.contains(pod.meta().namespace())
                || (namespaceSelector.isPresent() && namespaceSelector.get().matches(namespaceLabels));
        return inNamespace && labels.get().matches(pod.meta().labels());
    }

    /// The same term with the namespaces that its selector means now. The selector stays, as upstream leaves
    /// it (`mergeAffinityTermNamespacesIfNotEmpty` of 1.36 replaces it in a copy). So who asks the term with
    /// no labels of a namespace finds that a selector which needs none, as `NotIn`, means all namespaces.
    public AffinityTerm resolved(ClusterView cluster) {
        if (namespaceSelector.isEmpty() || namespaceSelector.get().matchesEverything()) {
            return this;
        }
        var names = new HashSet<>(namespaces);
        names.addAll(cluster.namespacesWith(namespaceSelector.get()));
        return new AffinityTerm(topologyKey, labels, names, namespaceSelector);
    }
}
