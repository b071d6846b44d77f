package dev.tenure.scheduler.view;

import dev.tenure.model.core.Affinity;
import java.util.List;

/// The terms of a pod on other pods. Compared by value: pods with labels of their own, as those of a
/// StatefulSet, have the same terms, and who asks terms asks once for all of them.
public record PodTerms(
        List<AffinityTerm> requiredAffinity,
        List<AffinityTerm> requiredAntiAffinity,
        List<AffinityTerm.Weighted> preferredAffinity,
        List<AffinityTerm.Weighted> preferredAntiAffinity) {
    public PodTerms {
        requiredAffinity = List.copyOf(requiredAffinity);
        requiredAntiAffinity = List.copyOf(requiredAntiAffinity);
        preferredAffinity = List.copyOf(preferredAffinity);
        preferredAntiAffinity = List.copyOf(preferredAntiAffinity);
    }

    /// @param owner the namespace of the pod that has the terms
    static PodTerms of(Affinity affinity, String owner) {
        return new PodTerms(
                AffinityTerm.of(affinity.podAffinity().required(), owner),
                AffinityTerm.of(affinity.podAntiAffinity().required(), owner),
                weighted(affinity.podAffinity().preferred(), owner),
                weighted(affinity.podAntiAffinity().preferred(), owner));
    }

    private static List<AffinityTerm.Weighted> weighted(List<Affinity.PreferredPods> terms, String owner) {
        return terms.stream()
                .map(term -> new AffinityTerm.Weighted(AffinityTerm.of(term.term(), owner), term.weight()))
                .toList();
    }

    public boolean isEmpty() {
        return requiredAffinity.isEmpty()
                && requiredAntiAffinity.isEmpty()
                && preferredAffinity.isEmpty()
                && preferredAntiAffinity.isEmpty();
    }
}
