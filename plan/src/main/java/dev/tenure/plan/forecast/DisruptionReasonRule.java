package dev.tenure.plan.forecast;

import java.util.Optional;

/// What made a pod leave, by the reason that whoever evicted it wrote into its condition `DisruptionTarget`.
public final class DisruptionReasonRule {
    private DisruptionReasonRule() {}

    /// A cause of a plan; empty for what is of the pod's node, or of nobody who says so.
    public static Optional<String> cause(String reason) {
        return switch (reason) {
            case "DeletionByTaintManager" -> Optional.of("taint");
            case "DeletionByDeviceTaintManager" -> Optional.of("device-taint");
            case "EvictionByEvictionAPI" -> Optional.of("api");
            case "PreemptionByScheduler" -> Optional.of("preemption");
            case "DeletionByPodGC" -> Optional.of("pod-gc");
            default -> Optional.empty();
        };
    }
}
