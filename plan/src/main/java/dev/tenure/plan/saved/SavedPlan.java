package dev.tenure.plan.saved;

import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.plan.change.Change;
import dev.tenure.plan.forecast.EvictionPlan;
import dev.tenure.plan.source.ClusterDump;

/// A change with its forecast, fit to be carried out later. Immutable.
///
/// @param cluster uid of the namespace `kube-system`, by which a cluster is known; empty when what the plan
///     was made of does not have it
/// @param basis what the forecast stands on
public record SavedPlan(String cluster, Change change, EvictionPlan plan, Basis basis) {
    private static final String SYSTEM = "kube-system";

    /// Of what a forecast was just made of.
    public static SavedPlan of(ClusterDump dump, Change change, EvictionPlan plan) {
        return new SavedPlan(clusterOf(dump), change, plan, BasisFinder.of(dump, change, plan));
    }

    /// By what a cluster is known; empty when the dump does not tell.
    static String clusterOf(ClusterDump dump) {
        return dump.all(ResourceTypes.NAMESPACES)
                .filter(namespace -> namespace.key().name().equals(SYSTEM))
                .map(namespace -> namespace.uid())
                .findFirst()
                .orElse("");
    }
}
