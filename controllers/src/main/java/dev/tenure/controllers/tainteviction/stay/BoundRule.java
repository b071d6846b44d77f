package dev.tenure.controllers.tainteviction.stay;

import dev.tenure.model.core.Condition;
import dev.tenure.model.core.Pod;
import java.time.Duration;
import java.time.Instant;

/// When a pod came to its node: when its condition PodScheduled became true, else when it was created. Both
/// are written in whole seconds, rounded down; the end of that second counts, so that nobody leaves early,
/// and a restart finds the same moment.
final class BoundRule {
    static final Duration WRITTEN_PRECISION = Duration.ofSeconds(1);

    private BoundRule() {}

    static Instant boundAt(Pod pod) {
        return pod.status()
                .condition(Pod.SCHEDULED)
                .filter(Condition::isTrue)
                .map(Condition::lastTransitionTime)
                .filter(at -> !at.equals(Instant.EPOCH))
                .orElse(pod.meta().creationTimestamp())
                .plus(WRITTEN_PRECISION);
    }
}
