package dev.tenure.controllers.disruption;

import dev.tenure.model.core.Condition;
import dev.tenure.model.core.Pod;
import dev.tenure.rules.pod.PodRule;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.function.UnaryOperator;

/// When a pod that was to be disrupted, and was not, stops saying so. Upstream: disruption.go
/// (nonTerminatingPodHasStaleDisruptionCondition).
final class StaleDisruptionRule {
    static final Duration LIFETIME = Duration.ofMinutes(2);

    /// A node takes its time with what it ends by itself.
    private static final String BY_NODE = "TerminationByKubelet";

    private StaleDisruptionRule() {}

    /// The moment from which the condition is stale, be it past or to come; empty when it never is.
    ///
    /// @param asOfNow brings a time that the pod tells to the clock as it goes now
    static Optional<Instant> staleFrom(Pod pod, UnaryOperator<Instant> asOfNow) {
        if (!PodRule.active(pod)) {
            return Optional.empty();
        }
        return pod.status()
                .condition(Pod.DISRUPTION_TARGET)
                .filter(Condition::isTrue)
                .filter(condition -> !condition.reason().equals(BY_NODE))
                .map(condition -> asOfNow.apply(condition.lastTransitionTime()).plus(LIFETIME));
    }
}
