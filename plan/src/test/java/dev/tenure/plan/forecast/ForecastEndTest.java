package dev.tenure.plan.forecast;

import static dev.tenure.plan.forecast.Forecasting.dump;
import static dev.tenure.plan.forecast.Forecasting.forecast;
import static dev.tenure.plan.forecast.Forecasting.seconds;
import static dev.tenure.plan.forecast.Forecasting.taint;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.plan.change.Act;
import dev.tenure.plan.change.Change;
import dev.tenure.plan.change.Change.DrainOptions;
import dev.tenure.plan.change.Change.NodeChoice;
import dev.tenure.plan.change.Change.Step;
import dev.tenure.plan.forecast.EvictionPlan.LeavingPod;
import dev.tenure.plan.forecast.EvictionPlan.Outcome;
import dev.tenure.plan.source.ClusterDump;
import dev.tenure.plan.source.DumpFiles;
import dev.tenure.sim.scenario.Manifests;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/// A forecast goes on for as long as something is to come, although nothing may move for a while.
class ForecastEndTest {
    private static final String POD =
            "{apiVersion: v1, kind: Pod, metadata: {name: alone, namespace: default}, spec: {%s, containers: [{name: c, image: i%s}]}}";
    private static final String NODE = StagedCluster.node("n1", "");

    private static Change loss() {
        return new Change.LoseNodes(NodeChoice.named("n1"), true);
    }

    @Test
    void whatFollowsALateStepIsFollowed() {
        ClusterDump dump = dump(
                NODE, POD.formatted("nodeSelector: {kubernetes.io/hostname: n1}", ""), StagedCluster.node("n2", ""));
        var pod = new Act.RecordedPod("default", "nobody", "", "");
        for (Change late : List.<Change>of(
                new Change.Steps(List.of(new Step(Duration.ofSeconds(400), loss()))),
                new Change.Steps(List.of(
                        new Step(
                                Duration.ZERO,
                                new Change.Recorded(
                                        "recorded", List.of(new Act.Delete(Duration.ofSeconds(390), pod, -1)))),
                        new Step(Duration.ofSeconds(400), loss()))))) {
            EvictionPlan plan = forecast(dump, late);

            assertThat(plan.status().pods()).hasSize(1);
            assertThat(seconds(plan.status().pods().getFirst())).isBetween(740.0, 761.0);
        }
    }

    private static EvictionPlan forecastOfManifests(String... manifests) {
        byte[] text = String.join("\n---\n", manifests).getBytes(StandardCharsets.UTF_8);
        return forecast(DumpFiles.read(List.of("-"), new ByteArrayInputStream(text)), new Change.Nothing());
    }

    @Test
    void podsThatLeaveWhileManifestsAreRolledOutAreNamed() {
        String pod = POD.formatted("nodeName: n1", "");
        EvictionPlan plan =
                forecastOfManifests(StagedCluster.node("n1", "spec: {taints: [{key: k, effect: NoExecute}]}"), pod);

        assertThat(plan.status().pods()).isEmpty();
        assertThat(plan.status().notes())
                .anyMatch(note -> note.startsWith("default/alone left before the forecast begins"));
        assertThat(forecastOfManifests(NODE, pod).status().notes()).noneMatch(note -> note.contains("left before"));
    }

    @Test
    void aPodThatHasRunForAsLongAsItMayEndsByItself() {
        EvictionPlan plan = forecast(
                dump(
                        NODE,
                        POD.formatted(
                                "activeDeadlineSeconds: 900, terminationGracePeriodSeconds: 60",
                                ", lifecycle: {preStop: {sleep: {seconds: 50}}}")),
                new Change.Nothing());

        assertThat(plan.status().pods()).hasSize(1);
        LeavingPod pod = plan.status().pods().getFirst();
        assertThat(pod.cause()).isEqualTo("deadline");
        assertThat(seconds(pod)).isBetween(885.0, 895.0);
        assertThat(pod.outcome()).isInstanceOf(Outcome.NotReplaced.class);
        assertThat(plan.status().summary().evicted()).isZero();
        assertThat(plan.status().summary().lost()).isZero();
    }

    /// Six failures at once are followed by a pause of more than five minutes.
    @Test
    void theJobThatLostPodsMakesThemAgainHoweverLongItWaits() {
        ClusterDump dump = dump(
                NODE,
                StagedCluster.node("n2", ""),
                "{apiVersion: batch/v1, kind: Job, metadata: {name: work, namespace: default}, spec: {parallelism: 6, completions: 6, template: {spec: {restartPolicy: Never, activeDeadlineSeconds: 200, containers: [{name: c, image: i}]}}}}");

        EvictionPlan plan =
                Forecasts.of(dump, new Change.Nothing(), ForecastOptions.STANDARD.withHorizon(Duration.ofMinutes(10)));

        assertThat(plan.status().pods())
                .hasSize(6)
                .extracting(LeavingPod::outcome)
                .allSatisfy(outcome -> assertThat(outcome).isInstanceOf(Outcome.Replaced.class));
    }

    @Test
    void aRolloutWhosePodsHaveToBeReadyForLongIsFollowedToItsEnd() {
        String web =
                "{apiVersion: apps/v1, kind: Deployment, metadata: {name: web, namespace: default}, spec: {replicas: 2, minReadySeconds: 300, strategy: {rollingUpdate: {maxSurge: 0, maxUnavailable: 1}}, selector: {matchLabels: {app: web}}, template: {metadata: {labels: {app: web}}, spec: {containers: [{name: c, image: %s}]}}}}";
        ClusterDump dump = dump(NODE, web.formatted("old"));

        EvictionPlan plan = forecast(dump, new Change.Apply(Manifests.read(web.formatted("new")), "default"));

        assertThat(plan.status().pods())
                .extracting(Forecasting::seconds)
                .satisfiesExactly(
                        first -> assertThat(first).isLessThan(300.0),
                        second -> assertThat(second).isGreaterThan(300.0));
    }

    @Test
    void aPodIsReadyAfterTheDelayOfItsProbe() {
        String probe = ", readinessProbe: {tcpSocket: {port: 80}, initialDelaySeconds: 400}";
        EvictionPlan plan = forecast(
                dump(NODE), new Change.Apply(Manifests.read(POD.formatted("tolerations: []", probe)), "default"));

        assertThat(plan.status().newPods()).hasSize(1);
        assertThat(plan.status().newPods().getFirst().readyAfter())
                .hasValueSatisfying(at -> assertThat(at).isBetween(Duration.ofSeconds(400), Duration.ofSeconds(410)));
    }

    @Test
    void aDrainLeavesPodsOfADaemonSetThatTheDumpDoesNotHave() {
        ClusterDump dump = dump(
                NODE,
                "{apiVersion: apps/v1, kind: DaemonSet, metadata: {name: agent, namespace: default}, spec: {selector: {matchLabels: {app: agent}}, template: {metadata: {labels: {app: agent}}, spec: {containers: [{name: c, image: i}]}}}}");
        var without = new ClusterDump(
                dump.origin(),
                dump.moment(),
                dump.items().stream()
                        .filter(item -> !item.key().resource().equals("daemonsets"))
                        .toList(),
                List.of(),
                List.of());

        EvictionPlan plan =
                forecast(without, new Change.Drain(NodeChoice.named("n1"), DrainOptions.IGNORING_DAEMON_SETS));

        assertThat(plan.status().pods()).isEmpty();
        assertThat(forecast(without, taint("n1", "k:NoExecute")).status().pods())
                .singleElement()
                .satisfies(pod -> assertThat(pod.cause()).isEqualTo("taint"));
    }
}
