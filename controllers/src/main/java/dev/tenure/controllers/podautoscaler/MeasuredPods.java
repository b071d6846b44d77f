package dev.tenure.controllers.podautoscaler;

import dev.tenure.model.core.Condition;
import dev.tenure.model.core.Pod;
import dev.tenure.model.core.PodPhase;
import dev.tenure.model.core.ResourceList;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// The pods of a target, by what is known of them.
///
/// @param ready how many are counted
/// @param unready those that may not have begun yet
/// @param missing those of which nothing was measured
/// @param ignored those that go or have failed
record MeasuredPods(int ready, Set<String> unready, Set<String> missing, Set<String> ignored) {
    /// Upstream: replica_calculator.go (groupPods).
    ///
    /// @param resource that was measured; empty for something else
    static MeasuredPods of(
            List<Pod> pods, Map<String, PodMetric> metrics, String resource, AutoscalerSettings settings, Instant now) {
        int ready = 0;
        Set<String> unready = new HashSet<>();
        Set<String> missing = new HashSet<>();
        Set<String> ignored = new HashSet<>();
        for (Pod pod : pods) {
            String name = pod.meta().name();
            PodMetric metric = metrics.get(name);
            if (pod.meta().deleting() || pod.status().phase() == PodPhase.FAILED) {
                ignored.add(name);
            } else if (pod.status().phase() == PodPhase.PENDING) {
                unready.add(name);
            } else if (metric == null) {
                missing.add(name);
            } else if (resource.equals(ResourceList.CPU) && isUnready(pod, metric, settings, now)) {
                unready.add(name);
            } else {
                ready++;
            }
        }
        return new MeasuredPods(ready, unready, missing, ignored);
    }

    /// Whether what was measured of a pod tells of its beginning rather than of its work.
    private static boolean isUnready(Pod pod, PodMetric metric, AutoscalerSettings settings, Instant now) {
        Optional<Condition> condition = pod.status().condition(Pod.READY);
        Optional<Instant> started = pod.status().startTime();
        if (condition.isEmpty() || started.isEmpty()) {
            return true;
        }
        boolean no = condition.get().status() == Condition.Truth.FALSE;
        Instant since = condition.get().lastTransitionTime();
        if (started.get().plus(settings.cpuInitializationPeriod()).isAfter(now)) {
            return no || metric.timestamp().isBefore(since.plus(metric.window()));
        }
        return no && started.get().plus(settings.initialReadinessDelay()).isAfter(since);
    }
}
