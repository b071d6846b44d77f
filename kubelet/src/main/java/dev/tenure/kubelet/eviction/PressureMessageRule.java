package dev.tenure.kubelet.eviction;

import dev.tenure.kubelet.eviction.threshold.PressureCondition;

/// The words with which a node tells its conditions. Upstream: nodestatus/setters.go.
public final class PressureMessageRule {
    /// Reason and message of a condition.
    public record Words(String reason, String message) {}

    private PressureMessageRule() {}

    public static Words words(PressureCondition condition, boolean holds) {
        return switch (condition) {
            case MEMORY ->
                holds
                        ? new Words("KubeletHasInsufficientMemory", "kubelet has insufficient memory available")
                        : new Words("KubeletHasSufficientMemory", "kubelet has sufficient memory available");
            case DISK ->
                holds
                        ? new Words("KubeletHasDiskPressure", "kubelet has disk pressure")
                        : new Words("KubeletHasNoDiskPressure", "kubelet has no disk pressure");
            case PID ->
                holds
                        ? new Words("KubeletHasInsufficientPID", "kubelet has insufficient PID available")
                        : new Words("KubeletHasSufficientPID", "kubelet has sufficient PID available");
        };
    }

    /// The reason of the Event that tells of a change.
    public static String event(PressureCondition condition, boolean holds) {
        return switch (condition) {
            case MEMORY -> holds ? "NodeHasInsufficientMemory" : "NodeHasSufficientMemory";
            case DISK -> holds ? "NodeHasDiskPressure" : "NodeHasNoDiskPressure";
            case PID -> holds ? "NodeHasInsufficientPID" : "NodeHasSufficientPID";
        };
    }
}
