package dev.tenure.rules.budget;

import dev.tenure.model.core.Condition;
import dev.tenure.model.core.Condition.Truth;
import dev.tenure.model.core.Pod;
import dev.tenure.model.core.PodPhase;
import dev.tenure.model.meta.Status;
import dev.tenure.model.policy.PodDisruptionBudget;
import dev.tenure.model.policy.PodDisruptionBudget.BudgetStatus;
import dev.tenure.model.policy.PodDisruptionBudget.UnhealthyPodEvictionPolicy;
import dev.tenure.rules.pod.PodRule;
import java.util.List;
import java.util.Optional;

/// Whether the eviction subresource lets a pod go, and what it answers if not. Upstream:
/// registry/core/pod/storage/eviction.go.
public final class EvictionRequestRule {
    /// With more unconfirmed evictions than these a budget grants no more.
    private static final int GRANTS_MAX = 2000;

    private static final int RETRY_SECONDS = 10;
    private static final String WOULD_VIOLATE = "Cannot evict pod as it would violate the pod's disruption budget.";

    private EvictionRequestRule() {}

    /// @param budgets those of the pod's namespace
    public static EvictionVerdict decide(Pod pod, List<PodDisruptionBudget> budgets) {
        if (PodRule.terminal(pod) || pod.meta().deleting()) {
            return new EvictionVerdict.Delete(false);
        }
        if (pod.status().phase() == PodPhase.PENDING) {
            return new EvictionVerdict.Delete(true);
        }
        List<PodDisruptionBudget> covering = BudgetRule.covering(pod, budgets);
        return switch (covering.size()) {
            case 0 -> new EvictionVerdict.Delete(false);
            case 1 -> decide(pod, covering.getFirst());
            default ->
                new EvictionVerdict.Refuse(new Status(
                        500,
                        "",
                        "This pod has more than one PodDisruptionBudget, which the eviction subresource does not "
                                + "support.",
                        Optional.empty()));
        };
    }

    private static EvictionVerdict decide(Pod pod, PodDisruptionBudget budget) {
        if (!PodRule.ready(pod) && unreadyMayGo(budget)) {
            return new EvictionVerdict.DeleteUnready(budget);
        }
        return charge(budget);
    }

    private static boolean unreadyMayGo(PodDisruptionBudget budget) {
        BudgetStatus status = budget.status();
        return budget.unhealthyPodEvictionPolicy() == UnhealthyPodEvictionPolicy.ALWAYS_ALLOW
                || (status.currentHealthy() >= status.desiredHealthy() && status.desiredHealthy() > 0);
    }

    /// Whether a budget can be charged, asked again after each write of it that came in between.
    public static EvictionVerdict charge(PodDisruptionBudget budget) {
        BudgetStatus status = budget.status();
        if (status.observedGeneration() < budget.meta().generation()) {
            return new EvictionVerdict.Refuse(stillProcessed(budget));
        }
        if (status.disruptionsAllowed() < 0) {
            return new EvictionVerdict.Refuse(forbidden(budget, "pdb disruptions allowed is negative"));
        }
        if (status.disruptedPods().size() > GRANTS_MAX) {
            return new EvictionVerdict.Refuse(forbidden(
                    budget, "DisruptedPods map too big - too many evictions not confirmed by PDB controller"));
        }
        return status.disruptionsAllowed() == 0
                ? new EvictionVerdict.Refuse(tooMany(exhausted(budget), 0))
                : new EvictionVerdict.Charge(budget, status.disruptionsAllowed() - 1);
    }

    /// The answer while a budget's numbers are not those of its spec, or the pod has changed meanwhile.
    public static Status stillProcessed(PodDisruptionBudget budget) {
        String cause = "The disruption budget " + budget.meta().name() + " is still being processed by the server.";
        return tooMany(cause, RETRY_SECONDS);
    }

    private static String exhausted(PodDisruptionBudget budget) {
        BudgetStatus status = budget.status();
        String name = "The disruption budget " + budget.meta().name();
        Optional<Condition> blocking = Condition.find(status.conditions(), BudgetRule.DISRUPTION_ALLOWED)
                .filter(condition -> condition.status() == Truth.FALSE)
                .filter(condition -> !condition.message().isEmpty());
        String message = blocking.map(Condition::message).orElse("");
        String reason = blocking.map(Condition::reason).orElse("");
        if (reason.equals(BudgetRule.SYNC_FAILED)) {
            return name + " does not allow evicting pods currently because it failed sync: " + message;
        }
        if (status.currentHealthy() <= status.desiredHealthy()) {
            return "%s needs %d healthy pods and has %d currently"
                    .formatted(name, status.desiredHealthy(), status.currentHealthy());
        }
        return blocking.isPresent()
                ? "%s does not allow evicting pods currently (%s): %s".formatted(name, reason, message)
                : name + " does not allow evicting pods currently";
    }

    private static Status tooMany(String cause, int retryAfterSeconds) {
        Status.Cause detail = new Status.Cause("DisruptionBudget", cause, "");
        return new Status(
                429,
                "TooManyRequests",
                WOULD_VIOLATE,
                Optional.of(new Status.Details("", "", "", "", List.of(detail), retryAfterSeconds)));
    }

    private static Status forbidden(PodDisruptionBudget budget, String why) {
        String name = budget.meta().name();
        return new Status(
                403,
                "Forbidden",
                "poddisruptionbudget.policy \"%s\" is forbidden: %s".formatted(name, why),
                Optional.of(new Status.Details(name, "policy", "poddisruptionbudget", "", List.of(), 0)));
    }
}
