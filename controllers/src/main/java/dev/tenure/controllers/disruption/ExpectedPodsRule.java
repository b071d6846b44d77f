package dev.tenure.controllers.disruption;

import dev.tenure.model.core.Pod;
import dev.tenure.model.meta.OwnerReference;
import dev.tenure.model.policy.PodDisruptionBudget.Bound;
import dev.tenure.rules.budget.BudgetRule;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/// Counts the pods that there ought to be. Upstream: disruption.go (getExpectedPodCount, getExpectedScale).
final class ExpectedPodsRule {
    private ExpectedPodsRule() {}

    /// Pods without a controller count nothing where the controllers' sizes count.
    ///
    /// @param sizes asked once for each controller of the pods, in their order
    static ExpectedPods count(Bound bound, List<Pod> pods, Function<OwnerReference, ControllerSize> sizes) {
        if (!BudgetRule.needsScale(bound)) {
            return new ExpectedPods.Counted(pods.size());
        }
        Map<String, Integer> replicas = new HashMap<>();
        Set<String> asked = new HashSet<>();
        for (Pod pod : pods) {
            Optional<OwnerReference> owner = pod.meta().controllerOwner();
            if (owner.isEmpty() || !asked.add(owner.get().uid())) {
                continue;
            }
            switch (sizes.apply(owner.get())) {
                case ControllerSize.Known(String uid, int size) -> replicas.put(uid, size);
                case ControllerSize.Missing _ -> {
                    return new ExpectedPods.Uncountable("found no controllers for pod \"%s\""
                            .formatted(pod.meta().name()));
                }
                case ControllerSize.Unknown(String why) -> {
                    return new ExpectedPods.Uncountable(why);
                }
            }
        }
        return new ExpectedPods.Counted(
                replicas.values().stream().mapToInt(Integer::intValue).sum());
    }
}
