package dev.tenure.rules.budget;

import static dev.tenure.rules.Samples.NOW;
import static dev.tenure.rules.Samples.condition;
import static dev.tenure.rules.Samples.deleting;
import static dev.tenure.rules.Samples.meta;
import static dev.tenure.rules.Samples.pod;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.model.core.Condition;
import dev.tenure.model.core.Pod;
import dev.tenure.model.core.PodPhase;
import dev.tenure.model.meta.LabelSelector;
import dev.tenure.model.meta.Status;
import dev.tenure.model.policy.PodDisruptionBudget;
import dev.tenure.model.policy.PodDisruptionBudget.Bound;
import dev.tenure.model.policy.PodDisruptionBudget.BudgetStatus;
import dev.tenure.model.policy.PodDisruptionBudget.UnhealthyPodEvictionPolicy;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class EvictionRequestRuleTest {
    private static final String VIOLATES = "Cannot evict pod as it would violate the pod's disruption budget.";
    private static final Pod RUNNING = pod("a", PodPhase.RUNNING, true);
    private static final PodDisruptionBudget CLOSED = budget(0, 2, 2, List.of());

    @Test
    void podsThatHaveEndedOrAreLeavingAreDeletedWithoutABudget() {
        for (PodPhase phase : List.of(PodPhase.SUCCEEDED, PodPhase.FAILED)) {
            assertThat(EvictionRequestRule.decide(pod("a", phase, true), List.of(CLOSED)))
                    .isEqualTo(new EvictionVerdict.Delete(false));
        }
        assertThat(EvictionRequestRule.decide(deleting(RUNNING), List.of(CLOSED)))
                .isEqualTo(new EvictionVerdict.Delete(false));
    }

    @Test
    void aPendingPodIsDeletedOnlyIfItHasNotChanged() {
        assertThat(EvictionRequestRule.decide(pod("a", PodPhase.PENDING, false), List.of(CLOSED)))
                .isEqualTo(new EvictionVerdict.Delete(true));
    }

    @Test
    void aPodThatNoBudgetCoversIsDeleted() {
        PodDisruptionBudget other = with(CLOSED, Optional.of(LabelSelector.parse("app=y")));
        PodDisruptionBudget nobody = with(CLOSED, Optional.empty());

        assertThat(EvictionRequestRule.decide(RUNNING, List.of(other, nobody)))
                .isEqualTo(new EvictionVerdict.Delete(false));
    }

    @Test
    void twoBudgetsAreOneTooMany() {
        PodDisruptionBudget all = with(CLOSED, Optional.of(LabelSelector.EVERYTHING));
        Status status = refusal(EvictionRequestRule.decide(RUNNING, List.of(CLOSED, all)));

        assertThat(status.code()).isEqualTo(500);
        assertThat(status.reason()).isEmpty();
        assertThat(status.message())
                .isEqualTo("This pod has more than one PodDisruptionBudget, which the eviction subresource does not"
                        + " support.");
    }

    @Test
    void anOpenBudgetIsCharged() {
        PodDisruptionBudget open = budget(2, 2, 4, List.of());

        assertThat(EvictionRequestRule.decide(RUNNING, List.of(open))).isEqualTo(new EvictionVerdict.Charge(open, 1));
    }

    @Test
    void anUnreadyPodGoesWithoutChargeOnlyWhileTheOthersAreEnough() {
        Pod sick = pod("a", PodPhase.RUNNING, false);
        PodDisruptionBudget short1 = budget(0, 2, 1, List.of());
        PodDisruptionBudget none = budget(0, 0, 0, List.of());

        assertThat(EvictionRequestRule.decide(sick, List.of(CLOSED)))
                .isEqualTo(new EvictionVerdict.DeleteUnready(CLOSED));
        assertThat(EvictionRequestRule.decide(sick, List.of(short1))).isInstanceOf(EvictionVerdict.Refuse.class);
        assertThat(EvictionRequestRule.decide(sick, List.of(none))).isInstanceOf(EvictionVerdict.Refuse.class);
        PodDisruptionBudget always = new PodDisruptionBudget(
                short1.meta(),
                short1.bound(),
                short1.selector(),
                UnhealthyPodEvictionPolicy.ALWAYS_ALLOW,
                short1.status());
        assertThat(EvictionRequestRule.decide(sick, List.of(always)))
                .isEqualTo(new EvictionVerdict.DeleteUnready(always));
    }

    @Test
    void aBudgetWhoseNumbersAreOldAsksToComeBack() {
        PodDisruptionBudget fresh = new PodDisruptionBudget(
                CLOSED.meta(),
                CLOSED.bound(),
                CLOSED.selector(),
                UnhealthyPodEvictionPolicy.IF_HEALTHY_BUDGET,
                new BudgetStatus(0, 5, 5, 0, 5, Map.of(), List.of()));

        assertTooMany(
                EvictionRequestRule.decide(RUNNING, List.of(fresh)),
                "The disruption budget b is still being processed by the server.",
                10);
    }

    @Test
    void anExhaustedBudgetSaysWhy() {
        Condition failed = condition("DisruptionAllowed", false, "SyncFailed", "no controllers");
        Condition frozen = condition("DisruptionAllowed", false, "Frozen", "by hand");
        Condition silent = condition("DisruptionAllowed", false, "InsufficientPods", "");
        Condition open = condition("DisruptionAllowed", true, "SyncFailed", "once");

        assertExhausted(
                budget(0, 2, 3, List.of(failed)),
                "The disruption budget b does not allow evicting pods currently because it failed sync: no controllers");
        assertExhausted(
                budget(0, 2, 2, List.of(frozen)), "The disruption budget b needs 2 healthy pods and has 2 currently");
        assertExhausted(
                budget(0, 2, 3, List.of(frozen)),
                "The disruption budget b does not allow evicting pods currently (Frozen): by hand");
        assertExhausted(
                budget(0, 2, 3, List.of(silent)), "The disruption budget b does not allow evicting pods currently");
        assertExhausted(
                budget(0, 2, 3, List.of(open)), "The disruption budget b does not allow evicting pods currently");
    }

    @Test
    void impossibleNumbersAreForbidden() {
        Status negative = refusal(EvictionRequestRule.charge(budget(-1, 2, 3, List.of())));
        Map<String, Instant> many = new HashMap<>();
        for (int i = 0; i < 2001; i++) {
            many.put("p" + i, NOW);
        }
        PodDisruptionBudget crowded = new PodDisruptionBudget(
                CLOSED.meta(),
                CLOSED.bound(),
                CLOSED.selector(),
                UnhealthyPodEvictionPolicy.IF_HEALTHY_BUDGET,
                new BudgetStatus(1, 5, 5, 0, 5, many, List.of()));

        assertThat(negative.code()).isEqualTo(403);
        assertThat(negative.message())
                .isEqualTo("poddisruptionbudget.policy \"b\" is forbidden: pdb disruptions allowed is negative");
        assertThat(refusal(EvictionRequestRule.charge(crowded)).message())
                .endsWith("DisruptedPods map too big - too many evictions not confirmed by PDB controller");
    }

    private static void assertExhausted(PodDisruptionBudget budget, String cause) {
        assertTooMany(EvictionRequestRule.decide(RUNNING, List.of(budget)), cause, 0);
    }

    private static void assertTooMany(EvictionVerdict verdict, String cause, int retryAfterSeconds) {
        Status status = refusal(verdict);
        assertThat(status.code()).isEqualTo(429);
        assertThat(status.reason()).isEqualTo("TooManyRequests");
        assertThat(status.message()).isEqualTo(VIOLATES);
        Status.Details details = status.details().orElseThrow();
        assertThat(details.causes()).containsExactly(new Status.Cause("DisruptionBudget", cause, ""));
        assertThat(details.retryAfterSeconds()).isEqualTo(retryAfterSeconds);
    }

    private static Status refusal(EvictionVerdict verdict) {
        assertThat(verdict).isInstanceOf(EvictionVerdict.Refuse.class);
        return ((EvictionVerdict.Refuse) verdict).status();
    }

    private static PodDisruptionBudget budget(int allowed, int desired, int current, List<Condition> conditions) {
        return new PodDisruptionBudget(
                meta("b", Map.of()),
                new Bound.Unbounded(),
                Optional.of(LabelSelector.parse("app=x")),
                UnhealthyPodEvictionPolicy.IF_HEALTHY_BUDGET,
                new BudgetStatus(1, allowed, current, desired, 3, Map.of(), conditions));
    }

    private static PodDisruptionBudget with(PodDisruptionBudget budget, Optional<LabelSelector> selector) {
        return new PodDisruptionBudget(
                budget.meta(), budget.bound(), selector, budget.unhealthyPodEvictionPolicy(), budget.status());
    }
}
