package dev.tenure.plan.forecast;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.plan.change.Change;
import dev.tenure.plan.change.Change.NodeChoice;
import dev.tenure.plan.change.ChangeWords;
import dev.tenure.plan.forecast.EvictionPlan.Outcome;
import dev.tenure.plan.source.ClusterDump;
import dev.tenure.rules.taint.TaintEdit;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/// Forecasts of clusters whose taints go by themselves.
final class TaintTermForecastTest {
    private static final ForecastOptions FOUR_HOURS = ForecastOptions.STANDARD.withHorizon(Duration.ofHours(4));

    private static Change taint(Duration span) {
        return new Change.TaintNodes(
                NodeChoice.named("n1"),
                List.of(TaintEdit.parse("maintenance=disk:NoExecute")),
                false,
                Optional.of(new Change.Term(span, "alice", "ticket 4711")));
    }

    private static ClusterDump tolerating(long seconds) {
        return Forecasting.dump(
                StagedCluster.node("n1", ""),
                Forecasting.deployment(
                        1,
                        "tolerations: [{key: maintenance, operator: Exists, effect: NoExecute, tolerationSeconds: %d}]"
                                .formatted(seconds),
                        "100m"));
    }

    /// A cluster whose node got the taint as it is now, with a term that ends so much later.
    private static ClusterDump tainted(String term, String... further) {
        String node = """
            apiVersion: v1
            kind: Node
            metadata:
              name: n1
              annotations: {taint-term.tenure.dev/m: '%s'}
            spec: {taints: [{key: maintenance, effect: NoSchedule}]}
            status:
              capacity: {cpu: "4", memory: 8Gi, pods: "110"}
              allocatable: {cpu: "4", memory: 8Gi, pods: "110"}
              conditions: [{type: Ready, status: "True"}]
            """.formatted(term);
        String[] all = new String[further.length + 1];
        all[0] = node;
        System.arraycopy(further, 0, all, 1, further.length);
        return Forecasting.dump(all);
    }

    @Test
    void aPodThatToleratesTheTaintForLongerThanItLastsStays() {
        EvictionPlan plan = Forecasts.of(tolerating(10_800), taint(Duration.ofHours(2)), FOUR_HOURS);

        assertThat(plan.status().pods()).isEmpty();
        assertThat(plan.status().quiet()).isTrue();
    }

    @Test
    void oneThatToleratesItForLessLeavesAndIsPlacedAgainWhenTheTaintGoes() {
        EvictionPlan plan = Forecasts.of(tolerating(3_600), taint(Duration.ofHours(2)), FOUR_HOURS);

        assertThat(plan.status().pods()).singleElement().satisfies(pod -> {
            assertThat(Forecasting.seconds(pod)).isBetween(3_599.0, 3_601.0);
            assertThat(pod.outcome())
                    .isInstanceOfSatisfying(
                            Outcome.Replaced.class,
                            replaced -> assertThat(replaced.readyAfter())
                                    .hasValueSatisfying(
                                            at -> assertThat(at.toSeconds()).isBetween(7_199L, 7_215L)));
        });
    }

    @Test
    void aTermIsSaidInTheWordsOfTheChange() {
        assertThat(ChangeWords.of(taint(Duration.ofHours(2))))
                .isEqualTo("taint node n1 maintenance=disk:NoExecute for 2h0m0s");
    }

    @Test
    void aTermThatIsThereIsPlayedAndSaid() {
        // the clock of staged clusters begins there
        Instant epoch = Forecasting.dump(StagedCluster.node("n1", "")).moment().at();
        Instant end = epoch.plus(Duration.ofMinutes(40));
        ClusterDump dump = tainted("maintenance:NoSchedule until " + end, Forecasting.ALONE);

        EvictionPlan plan = Forecasts.of(dump, new Change.Nothing(), ForecastOptions.STANDARD);

        assertThat(plan.spec().assumptions())
                .filteredOn(assumption -> assumption.name().equals("taint-terms"))
                .singleElement()
                .satisfies(assumption -> assertThat(assumption.toString()).contains("from node n1 at " + end));
        assertThat(plan.status().quiet()).isTrue();
    }

    @Test
    void aTermThatNobodyKeepsIsNotPlayedAndSaid() {
        Instant end =
                Forecasting.dump(StagedCluster.node("n1", "")).moment().at().plus(Duration.ofMinutes(40));
        ClusterDump then = tainted("maintenance:NoSchedule until " + end);
        var later = new ClusterDump(
                then.origin(),
                new ClusterDump.Moment(end.plus(Duration.ofHours(1)), "an hour late"),
                then.items(),
                then.gaps(),
                then.warnings(),
                then.stated());

        EvictionPlan plan = Forecasts.of(later, new Change.Nothing(), ForecastOptions.STANDARD);

        assertThat(plan.status().notes())
                .contains("the time of the taint maintenance:NoSchedule of node n1 was over at %s".formatted(end)
                        + " and nobody takes it away: it counts as staying");
    }
}
