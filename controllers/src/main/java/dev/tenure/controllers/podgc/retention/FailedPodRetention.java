package dev.tenure.controllers.podgc.retention;

import dev.tenure.model.core.Pod;
import dev.tenure.model.meta.Frozen;
import dev.tenure.model.meta.LabelSelector;
import dev.tenure.rules.pod.PodFailure;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

/// How long pods stay that have failed.
///
/// @param namespaces the namespaces of the pods that it is about; empty for all
/// @param pods their labels
/// @param failures why they failed
/// @param keepPerOwner how many of one owner stay at most; absent for any number
/// @param maxAge how long one stays at most after it failed; absent for ever
/// @param dryRun whether nothing is removed
/// @param loops what counts as failing again and again; absent where that is not told
public record FailedPodRetention(
        String name,
        Set<String> namespaces,
        LabelSelector pods,
        Set<PodFailure> failures,
        OptionalInt keepPerOwner,
        Optional<Duration> maxAge,
        boolean dryRun,
        Optional<LoopLimit> loops) {
    /// What counts as failing again and again.
    ///
    /// @param times so many pods of one owner on one node
    /// @param window within so long
    /// @param pause whether such an owner makes no pods for a while; absent where it is only told
    public record LoopLimit(int times, Duration window, Optional<Pause> pause) {}

    /// For how long an owner makes no pods.
    ///
    /// @param first the first time
    /// @param most at most; each time is twice as long as the one before
    public record Pause(Duration first, Duration most) {}

    public FailedPodRetention {
        namespaces = Frozen.set(namespaces);
        failures = Frozen.set(failures);
    }

    /// Whether it is about a pod, if that has failed for one of its reasons.
    public boolean isAbout(Pod pod) {
        return (namespaces.isEmpty() || namespaces.contains(pod.meta().namespace()))
                && PodFailure.of(pod).filter(failures::contains).isPresent()
                && pods.matches(pod.meta().labels());
    }
}
