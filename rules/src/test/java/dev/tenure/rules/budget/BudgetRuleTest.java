package dev.tenure.rules.budget;

import static dev.tenure.rules.Samples.NOW;
import static dev.tenure.rules.Samples.deleting;
import static dev.tenure.rules.Samples.pod;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.model.core.Condition;
import dev.tenure.model.core.Pod;
import dev.tenure.model.core.PodPhase;
import dev.tenure.model.meta.IntOrPercent;
import dev.tenure.model.policy.PodDisruptionBudget.Bound;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class BudgetRuleTest {
    @ParameterizedTest(name = "{0} {1} of {2}, {3} healthy: {4} desired, {5} allowed")
    @CsvSource({
        "min,2,3,3,2,1",
        "min,2,3,2,2,0",
        "min,2,3,1,2,0",
        "min,0,3,3,0,3",
        "min,5,3,3,5,0",
        "min,0,0,0,0,0",
        "min,50%,3,3,2,1",
        "min,50%,4,4,2,2",
        "min,100%,3,3,3,0",
        "min,0%,3,3,0,3",
        "min,1%,3,3,1,2",
        "max,1,3,3,2,1",
        "max,1,3,2,2,0",
        "max,5,3,3,0,3",
        "max,0,3,3,3,0",
        "max,50%,3,3,1,2",
        "max,1%,3,3,2,1",
        "max,100%,3,1,0,1",
        "max,0%,3,3,3,0",
        "max,1,0,2,0,0",
        "none,0,3,3,0,0"
    })
    void whatIsAllowedIsWhatIsHealthyBeyondWhatIsDesired(
            String kind, String amount, int expected, int healthy, int desired, int allowed) {
        IntOrPercent value =
                amount.endsWith("%") ? IntOrPercent.ofText(amount) : new IntOrPercent.Count(Integer.parseInt(amount));
        Bound bound = switch (kind) {
            case "min" -> new Bound.MinAvailable(value);
            case "max" -> new Bound.MaxUnavailable(value);
            default -> new Bound.Unbounded();
        };
        BudgetRule.Amounts amounts = BudgetRule.amounts(bound, expected, healthy);

        assertThat(amounts.desiredHealthy()).isEqualTo(desired);
        assertThat(amounts.disruptionsAllowed()).isEqualTo(allowed);
        assertThat(BudgetRule.needsScale(bound)).isEqualTo(kind.equals("max") || amount.endsWith("%"));
    }

    @Test
    void onlyReadyPodsThatStayAreHealthy() {
        List<Pod> pods = List.of(
                pod("ready", PodPhase.RUNNING, true),
                pod("unready", PodPhase.RUNNING, false),
                deleting(pod("leaving", PodPhase.RUNNING, true)),
                pod("granted", PodPhase.RUNNING, true),
                pod("overdue", PodPhase.RUNNING, true));
        Map<String, Instant> grants = Map.of("granted", NOW.minusSeconds(119), "overdue", NOW.minusSeconds(120));

        assertThat(BudgetRule.healthy(pods, grants, NOW)).isEqualTo(2);
    }

    @Test
    void grantsAreKeptUntilThePodIsGoneOrOverdue() {
        List<Pod> pods = List.of(
                pod("a", PodPhase.RUNNING, true),
                pod("b", PodPhase.RUNNING, true),
                pod("c", PodPhase.RUNNING, true),
                deleting(pod("d", PodPhase.RUNNING, true)),
                pod("e", PodPhase.RUNNING, true));
        Map<String, Instant> granted = Map.of(
                "a", NOW.minusSeconds(30),
                "b", NOW.minusSeconds(120),
                "c", NOW.minusSeconds(121),
                "d", NOW,
                "gone", NOW);
        BudgetRule.Grants grants = BudgetRule.grants(pods, granted, NOW);

        assertThat(grants.open()).containsOnlyKeys("a", "b");
        assertThat(grants.overdue()).containsExactly("c");
        assertThat(grants.recheckAt()).contains(NOW);
    }

    @Test
    void theConditionKeepsItsTimeWhileItsStatusStays() {
        Condition first = BudgetRule.condition(1, 1, Optional.empty(), NOW);
        Condition second = BudgetRule.condition(2, 2, Optional.of(first), NOW.plusSeconds(5));
        Condition third = BudgetRule.condition(0, 2, Optional.of(second), NOW.plusSeconds(9));

        assertThat(first.reason()).isEqualTo("SufficientPods");
        assertThat(second.lastTransitionTime()).isEqualTo(NOW);
        assertThat(second.observedGeneration()).isEqualTo(2);
        assertThat(third.reason()).isEqualTo("InsufficientPods");
        assertThat(third.lastTransitionTime()).isEqualTo(NOW.plusSeconds(9));
    }
}
