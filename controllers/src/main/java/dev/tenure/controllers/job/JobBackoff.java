package dev.tenure.controllers.job;

import dev.tenure.model.core.ContainerStatus.State.Terminated;
import dev.tenure.model.core.Pod;
import dev.tenure.model.core.PodPhase;
import dev.tenure.runtime.time.TimeSource;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/// How long a job waits after failures: ten seconds, doubled with each one since the last success, ten
/// minutes at most. Forgotten when the controller restarts, as upstream. Confined to one loop. Upstream:
/// backoff_utils.go.
final class JobBackoff {
    private static final Duration FIRST = Duration.ofSeconds(10);
    private static final Duration MAX = Duration.ofMinutes(10);
    private static final int DOUBLINGS_MAX = 6;

    private static final Failures NONE = new Failures(0, Instant.EPOCH, Set.of());

    /// @param last when, by a clock that is never set
    /// @param seen the pods that ended last; they may be shown again before they are let go
    private record Failures(int count, Instant last, Set<String> seen) {}

    private final Map<String, Failures> ofJobs = new HashMap<>();

    /// Pods of a job have ended, and its status says so.
    void ended(String job, List<Pod> pods, TimeSource time) {
        Failures after = after(job, pods, time);
        if (after.count() == 0 && pods.isEmpty()) {
            ofJobs.remove(job);
        } else {
            Set<String> seen = pods.stream().map(pod -> pod.meta().uid()).collect(Collectors.toUnmodifiableSet());
            ofJobs.put(job, new Failures(after.count(), after.last(), seen));
        }
    }

    /// How long it is until the next pod may be made, if that lies ahead.
    ///
    /// @param pods those that have ended and are not known yet
    Optional<Duration> left(String job, List<Pod> pods, TimeSource time) {
        Failures failures = after(job, pods, time);
        return failures.count() == 0 ? Optional.empty() : left(failures.count(), failures.last(), time);
    }

    /// How long it is until the pause after so many failures is over.
    ///
    /// @param last when the last one was, by a clock that is never set
    static Optional<Duration> left(int failures, Instant last, TimeSource time) {
        Duration pause = FIRST.multipliedBy(1L << Math.min(failures - 1, DOUBLINGS_MAX));
        Instant until = last.plus(pause.compareTo(MAX) < 0 ? pause : MAX);
        Instant now = time.steady();
        return until.isAfter(now) ? Optional.of(Duration.between(now, until)) : Optional.empty();
    }

    private Failures after(String job, List<Pod> pods, TimeSource time) {
        Failures before = ofJobs.getOrDefault(job, NONE);
        var inOrder = new ArrayList<>(pods);
        inOrder.removeIf(pod -> before.seen().contains(pod.meta().uid()));
        inOrder.sort(Comparator.comparing(pod -> endOf(pod, time)));
        Failures failures = before;
        for (Pod pod : inOrder) {
            failures = pod.status().phase() == PodPhase.SUCCEEDED
                    ? NONE
                    : new Failures(failures.count() + 1, endOf(pod, time), before.seen());
        }
        return failures;
    }

    void forget(String job) {
        ofJobs.remove(job);
    }

    /// When its containers ended, by a clock that is never set.
    static Instant endOf(Pod pod, TimeSource time) {
        return pod.status().containerStatuses().stream()
                .filter(container -> container.state() instanceof Terminated)
                .map(container -> ((Terminated) container.state()).finishedAt())
                .max(Comparator.naturalOrder())
                .map(at -> time.asOfNow(at).minus(time.steps().total()))
                .orElse(time.steady());
    }
}
