package dev.tenure.embed;

import java.time.Instant;
import java.util.List;

/// A pod that was told to go before its time.
///
/// @param node empty when it was on none
/// @param reason of its condition `DisruptionTarget`: `DeletionByTaintManager`, `EvictionByEvictionAPI`,
///     `PreemptionByScheduler`, `TerminationByKubelet` or `DeletionByPodGC`
/// @param message of that condition
/// @param at when it was told, by the clock of the cluster
/// @param taints of its node with the effect `NoExecute` at that moment, or with the other one for which a
///     TaintEvictionPolicy made it leave
public record EvictedPod(
        String namespace,
        String name,
        String uid,
        String node,
        String reason,
        String message,
        Instant at,
        List<TaintSince> taints) {
    /// A taint, and when the node got it by the clock of the cluster.
    ///
    /// @param value empty when it has none
    public record TaintSince(String key, String value, Instant since) {}

    public EvictedPod {
        taints = List.copyOf(taints);
    }
}
