package dev.tenure.plan.forecast;

import static dev.tenure.plan.forecast.Forecasting.ALONE;
import static dev.tenure.plan.forecast.Forecasting.DAEMON;
import static dev.tenure.plan.forecast.Forecasting.SERVICE;
import static dev.tenure.plan.forecast.Forecasting.STATEFUL;
import static dev.tenure.plan.forecast.Forecasting.deployment;
import static dev.tenure.plan.forecast.Forecasting.dump;
import static dev.tenure.plan.forecast.Forecasting.forecast;
import static dev.tenure.plan.forecast.Forecasting.seconds;
import static dev.tenure.plan.forecast.Forecasting.taint;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenure.controllers.tainteviction.stay.Semantics;
import dev.tenure.plan.change.Change;
import dev.tenure.plan.change.Change.DrainOptions;
import dev.tenure.plan.change.Change.NodeChoice;
import dev.tenure.plan.change.ChangeException;
import dev.tenure.plan.forecast.EvictionPlan.Outcome;
import dev.tenure.plan.source.ClusterDump;
import dev.tenure.plan.source.DumpException;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class PlanForecastTest {
    private static final String BUDGET = """
        apiVersion: policy/v1
        kind: PodDisruptionBudget
        metadata: {name: web, namespace: default}
        spec: {minAvailable: %d, selector: {matchLabels: {app: web}}}
        """;

    @Test
    void aTaintWithoutATolerationEvictsAtOnceAndTheReplacementGoesElsewhere() {
        ClusterDump dump = dump(
                StagedCluster.node("n1", ""),
                deployment(2, "", "100m"),
                SERVICE,
                BUDGET.formatted(1),
                StagedCluster.node("n2", ""));

        EvictionPlan plan = forecast(dump, taint("n1", "maintenance=yes:NoExecute"));

        assertThat(plan.status().pods()).hasSize(2).allSatisfy(pod -> {
            assertThat(seconds(pod)).isBetween(0.0, 1.0);
            assertThat(pod.cause()).isEqualTo("taint");
            assertThat(pod.why()).isEqualTo("taint maintenance=yes:NoExecute is not tolerated");
            assertThat(pod.goneAfter()).isPresent();
            assertThat(pod.outcome()).isInstanceOfSatisfying(Outcome.Replaced.class, replaced -> {
                assertThat(replaced.node()).isEqualTo("n2");
                assertThat(replaced.readyAfter().orElseThrow()).isBetween(Duration.ofSeconds(5), Duration.ofSeconds(7));
            });
        });
        assertThat(plan.status().summary()).isEqualTo(new EvictionPlan.Summary(2, 2, 0, 1, 0, 0));
        assertThat(plan.status().budgets())
                .containsExactly(new EvictionPlan.BudgetOutcome("default", "web", 1, 2, 0, true, false));
        assertThat(plan.status().services()).contains(new EvictionPlan.ServiceOutcome("default", "web", 2, 0));
        assertThat(plan.status().quiet()).isTrue();
        assertThat(plan.status().newPods()).isEmpty();
        assertThat(plan.spec().change()).isEqualTo("taint node n1 maintenance=yes:NoExecute");
    }

    @Test
    void aTolerationWithATimeGivesTheSecond() {
        String stay = "tolerations: [{key: maintenance, operator: Exists, effect: NoExecute, tolerationSeconds: 600}]";
        ClusterDump dump =
                dump(StagedCluster.node("n1", ""), deployment(1, stay, "100m"), StagedCluster.node("n2", ""));

        EvictionPlan plan = forecast(dump, taint("n1", "maintenance:NoExecute"));

        assertThat(plan.status().pods()).hasSize(1);
        assertThat(seconds(plan.status().pods().getFirst())).isBetween(600.0, 601.0);
        assertThat(plan.status().pods().getFirst().why()).contains("is tolerated for 600 s");
    }

    @Test
    void aDrainThatABudgetBlocksIsReported() {
        ClusterDump dump = dump(
                StagedCluster.node("n1", ""),
                deployment(2, "", "100m"),
                BUDGET.formatted(2),
                StagedCluster.node("n2", ""));

        EvictionPlan plan = forecast(dump, new Change.Drain(NodeChoice.named("n1"), DrainOptions.STANDARD));

        assertThat(plan.status().pods()).hasSize(2).allSatisfy(pod -> {
            assertThat(pod.leavesAfter()).isEmpty();
            assertThat(pod.why()).contains("disruption budget");
        });
        assertThat(plan.status().notes()).anyMatch(note -> note.contains("is stuck"));
        assertThat(plan.status().summary().evicted()).isZero();
        assertThat(plan.status().budgets().getFirst().broken()).isFalse();
    }

    @Test
    void aDrainThatABudgetPacesEvictsOneAfterTheOther() {
        ClusterDump dump = dump(
                StagedCluster.node("n1", ""),
                deployment(2, "", "100m"),
                BUDGET.formatted(1),
                StagedCluster.node("n2", ""));

        EvictionPlan plan = forecast(dump, new Change.Drain(NodeChoice.named("n1"), DrainOptions.STANDARD));

        assertThat(plan.status().pods()).hasSize(2).allSatisfy(pod -> {
            assertThat(pod.cause()).isEqualTo("api");
            assertThat(pod.outcome()).isInstanceOf(Outcome.Replaced.class);
        });
        assertThat(seconds(plan.status().pods().getLast())).isBetween(5.0, 16.0);
        assertThat(plan.status().budgets())
                .containsExactly(new EvictionPlan.BudgetOutcome("default", "web", 1, 2, 1, false, true));
    }

    @Test
    void podsOfALostNodeLeaveAfterItsSilenceAndTheirStay() {
        ClusterDump dump = dump(
                StagedCluster.node("n1", ""),
                deployment(1, "", "100m"),
                STATEFUL,
                StagedCluster.node("n2", ""),
                StagedCluster.node("n3", ""));

        EvictionPlan plan = forecast(dump, new Change.LoseNodes(NodeChoice.named("n1"), true));

        assertThat(plan.status().pods()).hasSize(2).allSatisfy(pod -> {
            assertThat(seconds(pod)).isBetween(340.0, 360.0);
            assertThat(pod.why()).isEqualTo("taint node.kubernetes.io/unreachable:NoExecute is tolerated for 300 s");
            assertThat(pod.goneAfter()).isEmpty();
        });
        assertThat(plan.status().pods())
                .filteredOn(pod -> pod.name().equals("db-0"))
                .singleElement()
                .satisfies(pod -> assertThat(pod.outcome())
                        .isInstanceOfSatisfying(
                                Outcome.Pending.class,
                                pending ->
                                        assertThat(pending.message()).contains("waits until its predecessor is gone")));
        assertThat(plan.status().summary()).isEqualTo(new EvictionPlan.Summary(2, 1, 1, 0, 0, 0));
    }

    @Test
    void theSilenceOfANodeGoesOnInTheForecast() {
        var staged = new StagedCluster(
                Semantics.DOCUMENTED,
                1,
                StagedCluster.node("n1", ""),
                deployment(1, "", "100m"),
                StagedCluster.node("n2", ""));
        staged.play(new Change.LoseNodes(NodeChoice.named("n1"), true));
        staged.advance(Duration.ofSeconds(35));

        EvictionPlan plan = forecast(staged.dump(), new Change.Nothing());

        assertThat(plan.status().pods())
                .singleElement()
                .satisfies(pod -> assertThat(seconds(pod)).isBetween(304.0, 321.0));
    }

    @Test
    void aPodThatNobodyReplacesIsLostWithItsData() {
        ClusterDump dump = dump(StagedCluster.node("n1", ""), ALONE, DAEMON, STATEFUL);

        EvictionPlan plan = forecast(dump, taint("n1", "gone:NoExecute"));

        assertThat(plan.status().pods())
                .extracting(
                        pod -> pod.name().replaceAll("agent-.*", "agent"),
                        pod -> pod.outcome().getClass())
                .containsExactlyInAnyOrder(
                        org.assertj.core.groups.Tuple.tuple("alone", Outcome.Lost.class),
                        org.assertj.core.groups.Tuple.tuple("agent", Outcome.NotReplaced.class),
                        org.assertj.core.groups.Tuple.tuple("db-0", Outcome.Pending.class));
        assertThat(plan.status().summary()).isEqualTo(new EvictionPlan.Summary(3, 0, 1, 0, 1, 1));
    }

    @Test
    void aChangeThatCannotBeMadeIsRefused() {
        ClusterDump dump = dump(StagedCluster.node("n1", ""));

        assertThatThrownBy(() -> forecast(dump, taint("absent", "gone:NoExecute")))
                .isInstanceOf(ChangeException.class)
                .hasMessage("nodes \"absent\" not found");
        ClusterDump empty = dump();
        assertThatThrownBy(() -> forecast(empty, new Change.Nothing()))
                .isInstanceOf(DumpException.class)
                .hasMessageContaining("has no nodes");
    }
}
