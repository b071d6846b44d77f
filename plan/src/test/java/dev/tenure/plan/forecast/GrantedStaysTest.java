package dev.tenure.plan.forecast;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.controllers.tainteviction.stay.Semantics;
import dev.tenure.model.core.Taint;
import dev.tenure.model.core.TaintEffect;
import dev.tenure.plan.change.Change;
import dev.tenure.plan.source.ClusterDump;
import dev.tenure.plan.source.DumpFiles;
import dev.tenure.sim.scenario.Manifests;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// Forecasts of clusters whose policies have pods stay under taints which they do not tolerate themselves, or
/// leave because of taints that only keep new ones away.
final class GrantedStaysTest {
    private static final String POLICY = """
        apiVersion: tenure.dev/v1alpha1
        kind: TaintEvictionPolicy
        metadata: {name: agents}
        spec:
          taints: [{operator: Exists}]
          exceptTaints: [{key: decommission, operator: Exists}]
          tolerate: true
        """;

    private static final String ALSO = POLICY.replace("tolerate: true", "alsoEvictFor: [NoSchedule]\n  spare: []");

    private static EvictionPlan forecast(Semantics semantics, String... taints) {
        return forecast(POLICY, semantics, taints);
    }

    private static EvictionPlan forecast(String policy, Semantics semantics, String... taints) {
        ClusterDump dump = new StagedCluster(semantics, 7, StagedCluster.node("n1", ""), Forecasting.ALONE).dump();
        var steps = new ArrayList<Change.Step>();
        steps.add(new Change.Step(Duration.ZERO, new Change.Apply(Manifests.read(policy), "default")));
        for (String taint : taints) {
            steps.add(new Change.Step(Duration.ofSeconds(10L * steps.size()), Forecasting.taint("n1", taint)));
        }
        return Forecasts.of(dump, new Change.Steps(steps), ForecastOptions.STANDARD.withSemantics(semantics));
    }

    @Test
    void theTaintThatIsNotMeantIsTheReason() {
        EvictionPlan plan = forecast(Semantics.DOCUMENTED, "maintenance=disk:NoExecute", "decommission:NoExecute");

        assertThat(plan.status().pods()).singleElement().satisfies(pod -> {
            assertThat(Forecasting.seconds(pod)).isBetween(19.0, 21.0);
            assertThat(pod.toString()).contains("taint decommission:NoExecute is not tolerated");
        });
    }

    @Test
    void nobodyLeavesBecauseOfTheOthers() {
        assertThat(forecast(Semantics.DOCUMENTED, "maintenance=disk:NoExecute")
                        .status()
                        .pods())
                .isEmpty();
    }

    @Test
    void inTheSemanticsOfKubernetesTheFirstTaintIsTheReason() {
        assertThat(forecast(Semantics.KUBERNETES_1_36, "maintenance=disk:NoExecute")
                        .status()
                        .pods())
                .singleElement()
                .satisfies(pod ->
                        assertThat(pod.toString()).contains("taint maintenance=disk:NoExecute is not tolerated"));
    }

    @Test
    void whichTaintsEvictIsUpToThePoliciesOfTheCluster() {
        ClusterDump dump = DumpFiles.read(
                List.of(DumpFiles.STDIN), new ByteArrayInputStream(ALSO.getBytes(StandardCharsets.UTF_8)));
        assertThat(Stream.of(
                                "any:NoExecute",
                                "any:NoSchedule",
                                "any:PreferNoSchedule",
                                "decommission:NoSchedule",
                                "decommission:NoExecute",
                                "node.kubernetes.io/unschedulable:NoSchedule")
                        .map(text -> new Taint(
                                text.substring(0, text.lastIndexOf(':')),
                                "",
                                TaintEffect.ofWord(text.substring(text.lastIndexOf(':') + 1))
                                        .orElseThrow()))
                        .filter(Forecasts.evicting(dump)))
                .map(Taint::toString)
                .containsExactly("any:NoExecute", "any:NoSchedule", "decommission:NoExecute");
    }

    @Test
    void aTaintThatOnlyKeepsPodsAwayIsTheReasonWhereAPolicySaysSo() {
        assertThat(forecast(ALSO, Semantics.DOCUMENTED, "decommission:NoSchedule", "dedicated=gpu:NoSchedule")
                        .status()
                        .pods())
                .singleElement()
                .satisfies(pod -> {
                    assertThat(Forecasting.seconds(pod)).isBetween(19.0, 21.0);
                    assertThat(pod.cause()).isEqualTo("taint");
                    assertThat(pod.why()).isEqualTo("taint dedicated=gpu:NoSchedule is not tolerated");
                });
        assertThat(forecast(ALSO, Semantics.KUBERNETES_1_36, "dedicated=gpu:NoSchedule")
                        .status()
                        .pods())
                .isEmpty();
    }

    @Test
    void aStayThatAPolicyGrantsForAWhileIsTheReason() {
        String policy = POLICY + "  tolerateSeconds: 60\n";
        assertThat(forecast(policy, Semantics.DOCUMENTED, "maintenance=disk:NoExecute")
                        .status()
                        .pods())
                .singleElement()
                .satisfies(pod -> {
                    assertThat(Forecasting.seconds(pod)).isBetween(69.0, 71.0);
                    assertThat(pod.why())
                            .isEqualTo("taint maintenance=disk:NoExecute is tolerated for 60 s by policy agents");
                });
        assertThat(forecast(policy, Semantics.KUBERNETES_1_36, "maintenance=disk:NoExecute")
                        .status()
                        .pods())
                .singleElement()
                .satisfies(pod -> assertThat(pod.why()).isEqualTo("taint maintenance=disk:NoExecute is not tolerated"));
    }

    @Test
    void aLeastStayIsToldBesideTheReason() {
        assertThat(forecast(
                                POLICY.replace("tolerate: true", "minStaySeconds: 30"),
                                Semantics.DOCUMENTED,
                                "maintenance=disk:NoExecute")
                        .status()
                        .pods())
                .singleElement()
                .satisfies(pod -> {
                    assertThat(Forecasting.seconds(pod)).isBetween(39.0, 41.0);
                    assertThat(pod.why())
                            .isEqualTo("taint maintenance=disk:NoExecute is not tolerated (policy agents: 30 s at"
                                    + " least)");
                });
    }
}
