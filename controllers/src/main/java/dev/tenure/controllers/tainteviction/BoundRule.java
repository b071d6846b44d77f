package dev.tenure.controllers.tainteviction;

import dev.tenure.model.core.Condition;
import dev.tenure.model.core.Pod;
import java.time.Instant;

/// When a pod came to its node: when its condition PodScheduled became true, else when it was created.
final class BoundRule {
    private BoundRule() {}

    static Instant boundAt(Pod pod) {
        return pod.status()
                .condition(Pod.SCHEDULED)
                .filter(Condition::isTrue)
                .map(Condition::lastTransitionTime)
                .filter(at -> !at.equals(Instant.EPOCH))
                .orElse(pod.meta().creationTimestamp());
    }
}
