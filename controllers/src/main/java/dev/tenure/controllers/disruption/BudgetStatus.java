package dev.tenure.controllers.disruption;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tenure.model.core.Condition;
import dev.tenure.model.core.Condition.Truth;
import dev.tenure.model.core.Pod;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.model.policy.PodDisruptionBudget;
import dev.tenure.rules.budget.BudgetRule;
import dev.tenure.rules.budget.BudgetRule.Amounts;
import dev.tenure.rules.budget.BudgetRule.Grants;
import dev.tenure.wire.json.Document;
import dev.tenure.wire.json.Json;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/// The status that a budget ought to show, beside the one it shows. Upstream: disruption.go (updatePdbStatus,
/// failSafe).
final class BudgetStatus {
    private final StoredObject stored;
    private final PodDisruptionBudget budget;
    private final Instant now;

    BudgetStatus(StoredObject stored, Instant now) {
        this.stored = stored;
        this.budget = stored.view(PodDisruptionBudget.class);
        this.now = now;
    }

    /// What is left of evictions that were granted.
    Grants grants(List<Pod> pods) {
        return BudgetRule.grants(pods, budget.status().disruptedPods(), now);
    }

    /// The object to be written, with its revision; empty when its status says all this already.
    Optional<Document> wanted(List<Pod> pods, ExpectedPods expected) {
        if (expected instanceof ExpectedPods.Counted(int count) && isSaid(pods, count)) {
            return Optional.empty();
        }
        Document document = Document.parse(stored.json());
        ObjectNode before = document.tree();
        ObjectNode after = before.deepCopy();
        ObjectNode status = after.withObject("/status");
        switch (expected) {
            case ExpectedPods.Counted(int count) -> counted(status, pods, count);
            case ExpectedPods.Uncountable(String why) -> uncountable(status, why);
        }
        if (after.equals(before)) {
            return Optional.empty();
        }
        after.withObject("/metadata").put("resourceVersion", Long.toString(stored.revision()));
        return Optional.of(Document.of(after));
    }

    /// Whether the status says already what is counted, as far as it was read. Most changes of pods change nothing.
    private boolean isSaid(List<Pod> pods, int expected) {
        Grants grants = grants(pods);
        Amounts amounts = amounts(pods, grants, expected);
        PodDisruptionBudget.BudgetStatus said = budget.status();
        Optional<Condition> before = Condition.find(said.conditions(), BudgetRule.DISRUPTION_ALLOWED);
        return said.observedGeneration() == budget.meta().generation()
                && said.disruptionsAllowed() == amounts.disruptionsAllowed()
                && said.currentHealthy() == amounts.currentHealthy()
                && said.desiredHealthy() == amounts.desiredHealthy()
                && said.expectedPods() == amounts.expectedPods()
                && said.disruptedPods().equals(grants.open())
                && before.isPresent()
                && before.get().equals(condition(amounts, before));
    }

    private Amounts amounts(List<Pod> pods, Grants grants, int expected) {
        return BudgetRule.amounts(budget.bound(), expected, BudgetRule.healthy(pods, grants.open(), now));
    }

    private Condition condition(Amounts amounts, Optional<Condition> before) {
        return BudgetRule.condition(
                amounts.disruptionsAllowed(), budget.meta().generation(), before, now.truncatedTo(ChronoUnit.SECONDS));
    }

    private void counted(ObjectNode status, List<Pod> pods, int expected) {
        Grants grants = grants(pods);
        Amounts amounts = amounts(pods, grants, expected);
        number(status, "observedGeneration", budget.meta().generation());
        grants(status, grants.open());
        number(status, "disruptionsAllowed", amounts.disruptionsAllowed());
        number(status, "currentHealthy", amounts.currentHealthy());
        number(status, "desiredHealthy", amounts.desiredHealthy());
        number(status, "expectedPods", amounts.expectedPods());
        set(status, condition(amounts, Condition.find(budget.status().conditions(), BudgetRule.DISRUPTION_ALLOWED)));
    }

    private static void grants(ObjectNode status, Map<String, Instant> open) {
        if (open.isEmpty()) {
            status.remove("disruptedPods");
            return;
        }
        ObjectNode granted = Json.object();
        new TreeMap<>(open).forEach((pod, at) -> granted.put(pod, at.toString()));
        if (!granted.equals(status.get("disruptedPods"))) {
            status.set("disruptedPods", granted);
        }
    }

    private void uncountable(ObjectNode status, String why) {
        Optional<Condition> before = Condition.find(budget.status().conditions(), BudgetRule.DISRUPTION_ALLOWED);
        Instant since = before.filter(condition -> condition.status() == Truth.FALSE)
                .map(Condition::lastTransitionTime)
                .orElse(now.truncatedTo(ChronoUnit.SECONDS));
        number(status, "disruptionsAllowed", 0);
        long generation = budget.status().observedGeneration();
        set(
                status,
                new Condition(
                        BudgetRule.DISRUPTION_ALLOWED,
                        Truth.FALSE,
                        BudgetRule.SYNC_FAILED,
                        why,
                        since,
                        Instant.EPOCH,
                        generation));
    }

    /// Leaves a number alone that is the same already, whatever width it was read with.
    private static void number(ObjectNode status, String field, long value) {
        JsonNode before = status.get(field);
        if (before == null || before.asLong() != value) {
            status.put(field, value);
        }
    }

    private static void set(ObjectNode status, Condition condition) {
        ArrayNode conditions = status.withArray("/conditions");
        ObjectNode shown = null;
        for (JsonNode other : conditions) {
            if (other instanceof ObjectNode object
                    && object.path("type").asText().equals(condition.type())) {
                shown = object;
            }
        }
        if (shown == null) {
            shown = conditions.addObject().put("type", condition.type());
        }
        shown.put("status", condition.status().word())
                .put("reason", condition.reason())
                .put("message", condition.message())
                .put("lastTransitionTime", condition.lastTransitionTime().toString());
        if (condition.observedGeneration() > 0) {
            number(shown, "observedGeneration", condition.observedGeneration());
        } else {
            shown.remove("observedGeneration");
        }
    }
}
