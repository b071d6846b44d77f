package dev.tenure.plan.saved;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.plan.change.Change;
import dev.tenure.plan.change.Change.NodeChoice;
import dev.tenure.plan.forecast.EvictionPlan.LeavingPod;
import dev.tenure.sim.world.PlayedKinds;
import dev.tenure.wire.json.ObjectNode;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/// A plan that is carried out comes as forecast, and where it does not, that is told and a stepwise one
/// stops.
class PlanRunTest {
    private final SavedCluster cluster = new SavedCluster();

    @TestFactory
    Stream<DynamicTest> whatIsCarriedOutComesAsForecast() {
        return Stream.of(
                        SavedCluster.taint("k=v:NoExecute", "n1", "n2"),
                        SavedCluster.taint("k=v:NoExecute", "n1", "n2", "n3"),
                        SavedCluster.drain("n1", "n2"),
                        new Change.DeleteNodes(NodeChoice.named("n3")),
                        new Change.LoseNodes(NodeChoice.named("n3"), true),
                        new Change.Scale("deployment", "default", "web", 5),
                        new Change.Cordon(NodeChoice.named("n1"), true),
                        new Change.Steps(List.of(
                                SavedCluster.at(0, new Change.Cordon(NodeChoice.named("n1"), true)),
                                SavedCluster.at(20, SavedCluster.drain("n1")),
                                SavedCluster.at(60, new Change.Cordon(NodeChoice.named("n1"), false)))))
                .map(change -> DynamicTest.dynamicTest(change.toString(), () -> {
                    var own = new SavedCluster();
                    SavedPlan plan = own.plan(change);
                    PlanFacts facts = own.run(plan);
                    assertThat(facts.rows())
                            .allSatisfy(row -> assertThat(row.difference()).isEmpty());
                    assertThat(facts.asForecast())
                            .as("%s %s", facts.progress(), facts.differences())
                            .isTrue();
                    assertThat(facts.fact().summary())
                            .isEqualTo(plan.plan().status().summary());
                    assertThat(facts.rows()).allSatisfy(PlanRunTest::inTime);
                }));
    }

    /// Within the phase of the monitor and of the heartbeats, which only a lost node depends on.
    private static void inTime(FactRow row) {
        Duration forecast = row.forecast().flatMap(LeavingPod::leavesAfter).orElse(Duration.ZERO);
        Duration fact = row.fact().flatMap(LeavingPod::leavesAfter).orElse(Duration.ZERO);
        assertThat(forecast.minus(fact).abs()).isLessThanOrEqualTo(Duration.ofSeconds(41));
    }

    @Test
    void aDrainThatABudgetBlocksStaysBlocked() {
        cluster.apply("{apiVersion: policy/v1, kind: PodDisruptionBudget, metadata: {name: web, namespace: default},"
                + " spec: {minAvailable: 2, selector: {matchLabels: {app: web}}}}");
        cluster.staged.advance(Duration.ofSeconds(10));
        SavedPlan plan = cluster.plan(SavedCluster.drain(cluster.ofWeb()));
        assertThat(plan.plan().status().pods()).hasSize(1);
        PlanFacts facts = cluster.run(plan);
        assertThat(facts.asForecast()).isTrue();
        assertThat(facts.fact().notes()).anyMatch(note -> note.contains("is stuck"));
    }

    @Test
    void aStayThatAPolicyGrantsIsToldInTheSameWords() {
        ObjectNode definition = PlayedKinds.policies();
        definition.remove("status");
        cluster.apply(definition.toString());
        cluster.staged.advance(Duration.ofSeconds(10));
        cluster.apply("{apiVersion: tenure.dev/v1alpha1, kind: TaintEvictionPolicy, metadata: {name: gentle}, spec:"
                + " {taints: [{key: k, operator: Exists}], tolerate: true, tolerateSeconds: 30}}");
        cluster.staged.advance(Duration.ofSeconds(10));
        PlanFacts facts = cluster.run(cluster.plan(SavedCluster.taint("k=v:NoExecute", "n1", "n2")));
        assertThat(facts.asForecast()).as("%s", facts.differences()).isTrue();
        assertThat(facts.rows()).isNotEmpty().allSatisfy(row -> {
            assertThat(row.fact().map(LeavingPod::why)).isEqualTo(row.forecast().map(LeavingPod::why));
            assertThat(row.fact().map(LeavingPod::why).orElse("")).contains("policy gentle");
        });
    }

    @Test
    void anotherPodThatIsAlikeMayBeGivenUp() {
        cluster.staged.play(new Change.Scale("deployment", "default", "web", 6));
        cluster.staged.advance(Duration.ofSeconds(60));
        SavedPlan plan = cluster.plan(new Change.Scale("deployment", "default", "web", 5));
        LeavingPod forecast = plan.plan().status().pods().getFirst();
        assertThat(forecast.tiedPods()).isGreaterThan(1);
        String other = forecast.alike().stream()
                .filter(uid -> !uid.equals(forecast.uid()))
                .findFirst()
                .orElseThrow();
        cluster.cheapen(other);
        PlanFacts facts = cluster.run(plan);
        assertThat(facts.asForecast()).as("%s", facts.rows()).isTrue();
        FactRow row = facts.rows().getFirst();
        assertThat(row.instead().orElseThrow().uid()).isEqualTo(other);
        assertThat(row.insteadWords()).isEqualTo("another of %d alike went".formatted(forecast.tiedPods()));
        assertThat(facts.fact().summary()).isEqualTo(plan.plan().status().summary());
        var document = PlanFactsDocument.of(facts);
        assertThat(document.at("/status/pods/0/instead/uid").asText()).isEqualTo(other);
        assertThat(document.at("/status/pods/0/fact/cause").asText()).isEqualTo("scale-down");
    }

    @Test
    void whatAWorkloadLosesThatThePlanNamesIsTold() {
        cluster.apply(
                "{apiVersion: v1, kind: Pod, metadata: {name: other, namespace: default}, spec: {nodeName: n4, containers: [{name: main, image: i}]}}");
        SavedPlan plan = cluster.plan(new Change.Scale("deployment", "default", "web", 3));
        String elsewhere = cluster.staged.pods().stream()
                .filter(pod -> pod.meta().name().startsWith("web-"))
                .filter(pod -> !plan.basis().nodes().contains(pod.spec().nodeName()))
                .map(pod -> pod.meta().name())
                .findFirst()
                .orElseThrow();
        PlanRun run = cluster.begin(plan, false);
        cluster.staged.advance(Duration.ofSeconds(2));
        cluster.delete(elsewhere);
        cluster.delete("other");
        PlanFacts facts = cluster.end(run);
        assertThat(facts.asForecast()).isFalse();
        assertThat(facts.rows())
                .singleElement()
                .satisfies(row -> assertThat(row.difference()).contains("was not forecast to leave"))
                .satisfies(row -> assertThat(row.pod().name()).isEqualTo(elsewhere));
        assertThat(facts.fact().summary().evicted()).isEqualTo(1);
    }

    @Test
    void aRealMachineIsNotLostAndNothingIsDone() {
        SavedPlan plan = cluster.plan(new Change.Steps(List.of(
                SavedCluster.at(0, new Change.Cordon(NodeChoice.named("n1"), true)),
                SavedCluster.at(5, new Change.LoseNodes(NodeChoice.named("n4"), true)))));
        PlanFacts facts = cluster.run(plan);
        assertThat(facts.progress().complete()).isFalse();
        assertThat(facts.progress().failure()).contains("node \"n4\" is a real machine");
        assertThat(facts.progress().steps()).isZero();
        assertThat(cluster.stale(plan)).isEmpty();
    }

    @Test
    void aStepThatIsRefusedEndsItAndTheOthersStay() {
        SavedPlan plan = cluster.plan(new Change.Steps(List.of(
                SavedCluster.at(0, SavedCluster.taint("k:NoSchedule", "n1")),
                SavedCluster.at(5, SavedCluster.taint("other:NoSchedule", "n1")))));
        PlanRun run = cluster.begin(plan, false);
        cluster.staged.advance(Duration.ofSeconds(2));
        cluster.staged.play(SavedCluster.taint("other:NoSchedule", "n1"));
        PlanFacts facts = cluster.end(run);
        assertThat(facts.progress().steps()).isEqualTo(1);
        assertThat(facts.progress().failure())
                .startsWith("step 2 of 2 cannot be made")
                .contains("already has other");
    }

    private SavedPlan twoSteps(String node) {
        return cluster.plan(new Change.Steps(List.of(
                SavedCluster.at(0, SavedCluster.drain(node)),
                SavedCluster.at(30, SavedCluster.taint("done:NoSchedule", "n3")))));
    }

    @Test
    void stepwiseItGoesOnWhenTheClusterIsAsForecast() {
        PlanFacts facts = cluster.end(cluster.begin(twoSteps(cluster.ofWeb()), true));
        assertThat(facts.asForecast()).as("%s", facts).isTrue();
        assertThat(cluster.lines).hasSize(2).last().asString().startsWith("step 2 of 2: taint node n3");
    }

    @Test
    void stepwiseItStopsWhenAPodDoesNotLeave() {
        String node = cluster.ofWeb();
        SavedPlan plan = twoSteps(node);
        cluster.apply("{apiVersion: policy/v1, kind: PodDisruptionBudget, metadata: {name: web, namespace: default},"
                + " spec: {minAvailable: 2, selector: {matchLabels: {app: web}}}}");
        cluster.staged.advance(Duration.ofSeconds(10));
        PlanFacts facts = cluster.end(cluster.begin(plan, true));
        assertThat(facts.progress().steps()).isEqualTo(1);
        assertThat(facts.progress().failure())
                .startsWith("stopped before step 2 of 2, for the cluster is not as forecast: pod default/web-")
                .endsWith("has not left");
        assertThat(facts.fact().notes()).anyMatch(note -> note.contains("is stuck"));
    }

    @Test
    void stepwiseItStopsWhenAPodLeavesThatWasNotForecast() {
        SavedPlan plan = cluster.plan(new Change.Steps(List.of(
                SavedCluster.at(0, SavedCluster.taint("k:NoSchedule", "n3")),
                SavedCluster.at(600, SavedCluster.taint("done:NoSchedule", "n3")))));
        PlanRun run = cluster.begin(plan, true);
        cluster.staged.advance(Duration.ofSeconds(5));
        cluster.staged.play(new Change.Drain(
                NodeChoice.named("n3"), new Change.DrainOptions(true, true, true, -1, Duration.ZERO, "", false, 0)));
        PlanFacts facts = cluster.end(run);
        assertThat(facts.progress().failure()).contains("pod default/lone was not forecast to leave");
        FactRow row = facts.rows().getLast();
        assertThat(row.forecast()).isEmpty();
        assertThat(row.fact().orElseThrow().cause()).isEqualTo("api");
    }

    @Test
    void aPodThatStaysAlthoughItWasForecastToLeaveIsReported() {
        SavedPlan plan = cluster.plan(SavedCluster.taint("k=v:NoExecute", "n3"));
        PlanRun run = cluster.begin(plan, false);
        cluster.apply("{apiVersion: v1, kind: Pod, metadata: {name: lone, namespace: default}, spec: {nodeName: n3,"
                + " tolerations: [{key: node.kubernetes.io/not-ready, operator: Exists, effect: NoExecute, tolerationSeconds: 300},"
                + " {key: node.kubernetes.io/unreachable, operator: Exists, effect: NoExecute, tolerationSeconds: 300},"
                + " {operator: Exists}], containers: [{name: main, image: i}]}}");
        PlanFacts facts = cluster.end(run);
        assertThat(facts.progress().complete()).isTrue();
        assertThat(facts.asForecast()).isFalse();
        assertThat(facts.rows())
                .filteredOn(row -> row.difference().isPresent())
                .singleElement()
                .satisfies(row -> {
                    assertThat(row.pod().name()).isEqualTo("lone");
                    assertThat(row.difference()).contains("has not left");
                    assertThat(row.fact()).isEmpty();
                });
    }
}
