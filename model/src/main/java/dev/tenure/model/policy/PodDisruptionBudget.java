package dev.tenure.model.policy;

import dev.tenure.model.core.Condition;
import dev.tenure.model.meta.Frozen;
import dev.tenure.model.meta.IntOrPercent;
import dev.tenure.model.meta.LabelSelector;
import dev.tenure.model.meta.ObjectMeta;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// How many pods of a set may be taken away at a time.
///
/// @param bound which of the two bounds is set
/// @param selector absent matches no pod, an empty one all of the namespace
public record PodDisruptionBudget(
        ObjectMeta meta,
        Bound bound,
        Optional<LabelSelector> selector,
        UnhealthyPodEvictionPolicy unhealthyPodEvictionPolicy,
        BudgetStatus status) {
    public sealed interface Bound {
        record MinAvailable(IntOrPercent amount) implements Bound {}

        record MaxUnavailable(IntOrPercent amount) implements Bound {}

        record Unbounded() implements Bound {}
    }

    public enum UnhealthyPodEvictionPolicy {
        IF_HEALTHY_BUDGET,
        ALWAYS_ALLOW
    }

    /// @param disruptedPods pods whose eviction was granted but not yet seen, with the time of the grant
    public record BudgetStatus(
            long observedGeneration,
            int disruptionsAllowed,
            int currentHealthy,
            int desiredHealthy,
            int expectedPods,
            Map<String, Instant> disruptedPods,
            List<Condition> conditions) {
        public BudgetStatus {
            disruptedPods = Frozen.map(disruptedPods);
            conditions = List.copyOf(conditions);
        }
    }
}
