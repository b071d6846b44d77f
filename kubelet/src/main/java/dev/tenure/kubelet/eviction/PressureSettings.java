package dev.tenure.kubelet.eviction;

import dev.tenure.kubelet.eviction.threshold.Threshold;
import java.time.Duration;
import java.util.List;

/// How a node treats pressure.
///
/// @param transitionPeriod how long a condition is still reported after it was last so; longer than zero
/// @param maxPodGraceSeconds the most that a pod gets to stop when a soft threshold sends it away; -1 and
///     0 mean none
/// @param localStorageIsolation whether pods are held to their own limits of local storage
/// @param separateDiskGc upstream's gate KubeletSeparateDiskGC
public record PressureSettings(
        List<Threshold> thresholds,
        Duration transitionPeriod,
        long maxPodGraceSeconds,
        boolean localStorageIsolation,
        boolean separateDiskGc) {
    public PressureSettings {
        thresholds = List.copyOf(thresholds);
    }

    /// Whether there is nothing to look after.
    public boolean idle() {
        return thresholds.isEmpty() && !localStorageIsolation;
    }
}
