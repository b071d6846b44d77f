package dev.tenure.rules.pod;

import dev.tenure.model.core.Condition;
import dev.tenure.model.core.Pod;
import dev.tenure.rules.priority.PriorityRule;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;

/// Short questions about one pod that several rooms ask.
public final class PodRule {
    /// Marks the API object of a pod that a node runs by itself; its value tells the pod's own version.
    public static final String MIRROR_ANNOTATION = "kubernetes.io/config.mirror";
    /// Tells where a node has a pod from: `api`, or a file or address for static pods.
    public static final String SOURCE_ANNOTATION = "kubernetes.io/config.source";

    private PodRule() {}

    /// Whether the pod has ended for good.
    public static boolean terminal(Pod pod) {
        return pod.status().phase().terminal();
    }

    /// Whether the pod counts for its workload: it has neither ended nor is it being deleted.
    public static boolean active(Pod pod) {
        return !terminal(pod) && !pod.meta().deleting();
    }

    public static boolean ready(Pod pod) {
        for (Condition condition : pod.status().conditions()) {
            if (condition.type().equals(Pod.READY)) {
                return condition.isTrue();
            }
        }
        return false;
    }

    /// When the pod becomes available if nothing changes: once it has been ready for a while. Absent while
    /// not ready.
    public static Optional<Instant> availableFrom(Pod pod, int minReadySeconds) {
        Optional<Condition> ready = pod.status().condition(Pod.READY).filter(Condition::isTrue);
        if (ready.isEmpty()) {
            return Optional.empty();
        }
        Instant since = ready.get().lastTransitionTime();
        if (minReadySeconds == 0) {
            return Optional.of(since);
        }
        return since.equals(Instant.EPOCH)
                ? Optional.empty()
                : Optional.of(since.plus(Duration.ofSeconds(minReadySeconds)));
    }

    /// Whether the pod has been ready for a while, however the clock was set meanwhile.
    public static boolean available(Pod pod, int minReadySeconds, ClockReading clock) {
        if (minReadySeconds == 0) {
            return ready(pod);
        }
        return availableFrom(pod, minReadySeconds, clock)
                .map(from -> !from.isAfter(clock.now()))
                .orElse(false);
    }

    /// As [#availableFrom(Pod, int)], told by the clock as it goes now.
    private static Optional<Instant> availableFrom(Pod pod, int minReadySeconds, ClockReading clock) {
        return availableFrom(pod, 0)
                .filter(since -> !since.equals(Instant.EPOCH))
                .map(since -> clock.asOfNow().apply(since).plusSeconds(minReadySeconds));
    }

    /// When the next of some pods becomes available that are ready and have yet to stay so for a while.
    public static Optional<Instant> nextAvailable(Collection<Pod> pods, int minReadySeconds, ClockReading clock) {
        return pods.stream()
                .filter(pod -> ready(pod) && !available(pod, minReadySeconds, clock))
                .flatMap(pod -> availableFrom(pod, minReadySeconds, clock).stream())
                .min(Instant::compareTo);
    }

    /// Whether the object only mirrors a pod that a node runs by itself.
    public static boolean mirror(Pod pod) {
        return pod.meta().annotations().containsKey(MIRROR_ANNOTATION);
    }

    /// Whether a node runs the pod by itself.
    public static boolean isStatic(Pod pod) {
        Map<String, String> annotations = pod.meta().annotations();
        return annotations.containsKey(SOURCE_ANNOTATION) && !"api".equals(annotations.get(SOURCE_ANNOTATION));
    }

    /// Whether a node must keep the pod whatever happens.
    public static boolean critical(Pod pod) {
        return isStatic(pod)
                || mirror(pod)
                || PriorityRule.systemCritical(pod.spec().priority());
    }
}
