package dev.tenure.controllers.disruption;

import dev.tenure.model.core.Pod;
import dev.tenure.model.policy.PodDisruptionBudget.Bound;
import dev.tenure.rules.budget.BudgetRule;
import java.util.List;

/// Tells of pods without a controller under a budget that counts by controllers. Upstream: disruption.go
/// (trySync).
final class UnmanagedPodsRule {
    private UnmanagedPodsRule() {}

    static boolean applies(Bound bound, List<Pod> pods) {
        return BudgetRule.needsScale(bound)
                && pods.stream().anyMatch(pod -> pod.meta().controllerOwner().isEmpty());
    }

    /// @param selector of the budget, as Go shows it
    static String text(String selector) {
        return ("Pods selected by this PodDisruptionBudget (selector: %s) were found to be unmanaged. As a result, the status"
                        + " of the PDB cannot be calculated correctly, which may result in undefined behavior. To account for"
                        + " these pods please set \".spec.minAvailable\" field of the PDB to an integer value.")
                .formatted(selector);
    }
}
