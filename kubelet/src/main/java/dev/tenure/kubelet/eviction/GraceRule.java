package dev.tenure.kubelet.eviction;

import dev.tenure.kubelet.eviction.threshold.Threshold;
import dev.tenure.model.core.Pod;
import java.time.Duration;

/// How long a pod that is sent away gets to stop. Upstream: eviction_manager.go, pod_workers.go,
/// kuberuntime_container.go.
public final class GraceRule {
    /// What a hard threshold, or a limit of local storage, leaves.
    public static final long HARD_SECONDS = 1;

    private static final long POD_SECONDS_MIN = 1;
    private static final long CONTAINER_SECONDS_MIN = 2;
    private static final Duration KILL_WAIT_MIN = Duration.ofSeconds(10);

    private GraceRule() {}

    /// The override that a threshold gives: of a soft one the smaller of the node's maximum and the pod's
    /// own period.
    public static long override(Threshold threshold, long maxPodGraceSeconds, Pod pod) {
        return threshold.hard()
                ? HARD_SECONDS
                : Math.min(maxPodGraceSeconds, pod.spec().terminationGraceSeconds());
    }

    /// What comes of an override for a pod that is not being deleted: at least 1 s.
    public static long effectiveSeconds(long override) {
        return Math.max(override, POD_SECONDS_MIN);
    }

    /// How long the runtime waits between the stop signal and the kill.
    public static long stopTimeoutSeconds(long override) {
        return Math.max(effectiveSeconds(override), CONTAINER_SECONDS_MIN);
    }

    /// How long the node waits for a kill before it goes on without: one and a half times the period, at
    /// least 10 s.
    public static Duration killWait(long override) {
        Duration wait = Duration.ofMillis(Math.max(override, 0) * 1500);
        return wait.compareTo(KILL_WAIT_MIN) < 0 ? KILL_WAIT_MIN : wait;
    }
}
