package dev.tenure.rules.budget;

import dev.tenure.model.core.Condition;
import dev.tenure.model.core.Condition.Truth;
import dev.tenure.model.core.Pod;
import dev.tenure.model.meta.Frozen;
import dev.tenure.model.meta.IntOrPercent;
import dev.tenure.model.policy.PodDisruptionBudget;
import dev.tenure.model.policy.PodDisruptionBudget.Bound;
import dev.tenure.rules.pod.PodRule;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/// How many pods a disruption budget lets go. Upstream: controller/disruption.
public final class BudgetRule {
    /// How long a granted eviction counts although the pod is still there.
    public static final Duration GRANT_LIFETIME = Duration.ofMinutes(2);

    public static final String DISRUPTION_ALLOWED = "DisruptionAllowed";
    public static final String SUFFICIENT_PODS = "SufficientPods";
    public static final String INSUFFICIENT_PODS = "InsufficientPods";
    public static final String SYNC_FAILED = "SyncFailed";

    /// What a budget comes to.
    public record Amounts(int expectedPods, int desiredHealthy, int currentHealthy, int disruptionsAllowed) {}

    /// Evictions that were granted and not yet seen.
    ///
    /// @param open those that still count, by pod name
    /// @param overdue names of pods that ought to have been deleted by now
    /// @param recheckAt when the first of the open ones is due, if there are any
    public record Grants(Map<String, Instant> open, List<String> overdue, Optional<Instant> recheckAt) {
        public Grants {
            open = Frozen.map(open);
            overdue = List.copyOf(overdue);
        }
    }

    private BudgetRule() {}

    /// Whether the expected number of pods is that of their controllers' replicas, not of the pods there are.
    public static boolean needsScale(Bound bound) {
        return switch (bound) {
            case Bound.MinAvailable(var amount) -> amount instanceof IntOrPercent.Percent;
            case Bound.MaxUnavailable _ -> true;
            case Bound.Unbounded _ -> false;
        };
    }

    /// @param expected how many pods there ought to be: by the controllers' replicas if [#needsScale], else
    ///     those that the budget selects
    /// @param currentHealthy see [#healthy]
    public static Amounts amounts(Bound bound, int expected, int currentHealthy) {
        int desired = switch (bound) {
            case Bound.MinAvailable(var amount) -> amount.roundedUpOf(expected);
            case Bound.MaxUnavailable(var amount) -> Math.max(0, expected - amount.roundedUpOf(expected));
            case Bound.Unbounded _ -> 0;
        };
        int expectedPods = bound instanceof Bound.Unbounded ? 0 : expected;
        int allowed = expectedPods <= 0 ? 0 : Math.max(0, currentHealthy - desired);
        return new Amounts(expectedPods, desired, currentHealthy, allowed);
    }

    /// How many of the pods are ready and staying.
    ///
    /// @param grants evictions granted, by pod name
    public static int healthy(List<Pod> pods, Map<String, Instant> grants, Instant now) {
        int healthy = 0;
        for (Pod pod : pods) {
            Optional<Instant> granted =
                    Optional.ofNullable(grants.get(pod.meta().name()));
            boolean leaving =
                    granted.isPresent() && granted.get().plus(GRANT_LIFETIME).isAfter(now);
            if (!pod.meta().deleting() && !leaving && PodRule.ready(pod)) {
                healthy++;
            }
        }
        return healthy;
    }

    /// What is left of granted evictions: those of pods that are still there, not being deleted, and not
    /// overdue.
    public static Grants grants(List<Pod> pods, Map<String, Instant> granted, Instant now) {
        Map<String, Instant> open = new TreeMap<>();
        List<String> overdue = new ArrayList<>();
        for (Pod pod : pods) {
            String name = pod.meta().name();
            if (!granted.containsKey(name) || pod.meta().deleting()) {
                continue;
            }
            Instant at = granted.getOrDefault(name, now);
            if (at.plus(GRANT_LIFETIME).isBefore(now)) {
                overdue.add(name);
            } else {
                open.put(name, at);
            }
        }
        Optional<Instant> first = open.values().stream().min(Instant::compareTo);
        return new Grants(open, overdue, first.map(at -> at.plus(GRANT_LIFETIME)));
    }

    /// The condition that goes with a number of disruptions.
    ///
    /// @param before the condition so far, whose time is kept if its status does not change
    public static Condition condition(
            int disruptionsAllowed, long observedGeneration, Optional<Condition> before, Instant now) {
        Truth status = disruptionsAllowed > 0 ? Truth.TRUE : Truth.FALSE;
        Instant since = before.filter(condition -> condition.status() == status)
                .map(Condition::lastTransitionTime)
                .orElse(now);
        String reason = disruptionsAllowed > 0 ? SUFFICIENT_PODS : INSUFFICIENT_PODS;
        return new Condition(DISRUPTION_ALLOWED, status, reason, "", since, Instant.EPOCH, observedGeneration);
    }

    /// The budgets of a namespace that cover a pod of it.
    public static List<PodDisruptionBudget> covering(Pod pod, List<PodDisruptionBudget> budgets) {
        return budgets.stream().filter(budget -> covers(budget, pod)).toList();
    }

    private static boolean covers(PodDisruptionBudget budget, Pod pod) {
        return budget.meta().namespace().equals(pod.meta().namespace())
                && budget.selector()
                        .map(selector -> selector.matches(pod.meta().labels()))
                        .orElse(false);
    }
}
