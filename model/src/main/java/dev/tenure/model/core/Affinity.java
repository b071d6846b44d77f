package dev.tenure.model.core;

import dev.tenure.model.meta.LabelSelector;
import java.util.List;
import java.util.Optional;

/// Where a pod wants to be: near which nodes, near or far from which pods. Only what counts while scheduling.
///
/// @param requiredNodes terms of which one must match; absent when nothing is required, empty matches no node
/// @param preferredNodes terms whose weights are added for the nodes they match
public record Affinity(
        Optional<List<NodeSelectorTerm>> requiredNodes,
        List<PreferredNodes> preferredNodes,
        PodTerms podAffinity,
        PodTerms podAntiAffinity) {
    public static final Affinity NONE = new Affinity(Optional.empty(), List.of(), PodTerms.NONE, PodTerms.NONE);

    public record PreferredNodes(int weight, NodeSelectorTerm preference) {}

    /// Terms on pods: those that must hold, and those that are only preferred.
    public record PodTerms(List<PodTerm> required, List<PreferredPods> preferred) {
        public static final PodTerms NONE = new PodTerms(List.of(), List.of());

        public PodTerms {
            required = List.copyOf(required);
            preferred = List.copyOf(preferred);
        }
    }

    public record PreferredPods(int weight, PodTerm term) {}

    /// Pods in one topology domain.
    ///
    /// @param labelSelector absent matches no pod
    /// @param namespaces by name; without these and without a selector it is the pod's own namespace
    /// @param namespaceSelector by label; absent selects none, an empty one selects all
    public record PodTerm(
            Optional<LabelSelector> labelSelector,
            List<String> namespaces,
            Optional<LabelSelector> namespaceSelector,
            String topologyKey,
            List<String> matchLabelKeys,
            List<String> mismatchLabelKeys) {
        public PodTerm {
            namespaces = List.copyOf(namespaces);
            matchLabelKeys = List.copyOf(matchLabelKeys);
            mismatchLabelKeys = List.copyOf(mismatchLabelKeys);
        }
    }

    public Affinity {
        requiredNodes = requiredNodes.map(List::copyOf);
        preferredNodes = List.copyOf(preferredNodes);
    }
}
