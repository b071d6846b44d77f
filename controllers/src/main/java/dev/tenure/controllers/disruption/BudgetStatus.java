package dev.tenure.controllers.disruption;

import dev.tenure.model.core.Condition;
import dev.tenure.model.core.Condition.Truth;
import dev.tenure.model.core.Pod;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.model.policy.PodDisruptionBudget;
import dev.tenure.rules.budget.BudgetRule;
import dev.tenure.rules.budget.BudgetRule.Amounts;
import dev.tenure.rules.budget.BudgetRule.Grants;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.ObjectNode;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The status that a budget ought to show, beside the one it shows, as of one moment. Upstream: disruption.go
/// (updatePdbStatus, failSafe).
final class BudgetStatus {
    private final StoredObject stored;
    private final PodDisruptionBudget budget;
    private final PodDisruptionBudget.BudgetStatus current;
    private final List<Pod> pods;
    private final Instant now;
    private final Grants grants;

    /// @param pods those that the budget covers
    /// @param granted when evictions of pods were granted, by the clock that shows `now`
    BudgetStatus(StoredObject stored, List<Pod> pods, Map<String, Instant> granted, Instant now) {
        this.stored = stored;
        this.budget = stored.view(PodDisruptionBudget.class);
        this.current = budget.status();
        this.pods = pods;
        this.now = now;
        this.grants = BudgetRule.grants(pods, granted, now);
    }

    /// What is left of evictions that were granted.
    Grants grants() {
        return grants;
    }

    /// A strategic merge patch of the status, against the revision that it was worked out from; empty when
    /// the status says all this already.
    Optional<ObjectNode> patch(ExpectedPods expected) {
        return switch (expected) {
            case ExpectedPods.Counted(int count) -> counted(count);
            case ExpectedPods.Uncountable(String why) -> uncountable(why);
        };
    }

    private Optional<ObjectNode> counted(int expected) {
        Amounts amounts = BudgetRule.amounts(budget.bound(), expected, BudgetRule.healthy(pods, grants.open(), now));
        long generation = budget.meta().generation();
        Optional<Condition> before = condition();
        Condition condition = BudgetRule.condition(amounts.disruptionsAllowed(), generation, before, second());
        boolean isReported = current.observedGeneration() == generation
                && current.disruptionsAllowed() == amounts.disruptionsAllowed()
                && current.currentHealthy() == amounts.currentHealthy()
                && current.desiredHealthy() == amounts.desiredHealthy()
                && current.expectedPods() == amounts.expectedPods()
                && current.disruptedPods().keySet().equals(grants.open().keySet())
                && before.isPresent()
                && before.get().equals(condition);
        if (isReported) {
            return Optional.empty();
        }
        ObjectNode patch = conditional();
        ObjectNode status = patch.putObject("status")
                .put("observedGeneration", generation)
                .put("disruptionsAllowed", amounts.disruptionsAllowed())
                .put("currentHealthy", amounts.currentHealthy())
                .put("desiredHealthy", amounts.desiredHealthy())
                .put("expectedPods", amounts.expectedPods());
        forgetGrants(status);
        put(status, condition);
        return Optional.of(patch);
    }

    private Optional<ObjectNode> uncountable(String why) {
        Optional<Condition> before = condition();
        Instant since = before.filter(shown -> shown.status() == Truth.FALSE)
                .map(Condition::lastTransitionTime)
                .orElse(second());
        Condition condition = new Condition(
                BudgetRule.DISRUPTION_ALLOWED,
                Truth.FALSE,
                BudgetRule.SYNC_FAILED,
                why,
                since,
                Instant.EPOCH,
                current.observedGeneration());
        boolean isReported = current.disruptionsAllowed() == 0
                && before.isPresent()
                && before.get().equals(condition);
        if (isReported) {
            return Optional.empty();
        }
        ObjectNode patch = conditional();
        put(patch.putObject("status").put("disruptionsAllowed", 0), condition);
        return Optional.of(patch);
    }

    private ObjectNode conditional() {
        ObjectNode patch = Json.object();
        patch.putObject("metadata").put("resourceVersion", Long.toString(stored.revision()));
        return patch;
    }

    private Optional<Condition> condition() {
        return Condition.find(current.conditions(), BudgetRule.DISRUPTION_ALLOWED);
    }

    private Instant second() {
        return now.truncatedTo(ChronoUnit.SECONDS);
    }

    /// Grants come with the evictions themselves; here they only go.
    private void forgetGrants(ObjectNode status) {
        if (current.disruptedPods().size() == grants.open().size()) {
            return;
        }
        if (grants.open().isEmpty()) {
            status.putNull("disruptedPods");
            return;
        }
        ObjectNode gone = status.putObject("disruptedPods");
        current.disruptedPods().keySet().stream()
                .filter(pod -> !grants.open().containsKey(pod))
                .sorted()
                .forEach(gone::putNull);
    }

    private static void put(ObjectNode status, Condition condition) {
        ObjectNode shown = status.putArray("conditions")
                .addObject()
                .put("type", condition.type())
                .put("status", condition.status().word())
                .put("reason", condition.reason())
                .put("message", condition.message())
                .put("lastTransitionTime", condition.lastTransitionTime().toString());
        if (condition.observedGeneration() > 0) {
            shown.put("observedGeneration", condition.observedGeneration());
        } else {
            shown.putNull("observedGeneration");
        }
    }
}
