package dev.tenure.sim.controllers.tainteviction;

import static dev.tenure.sim.stage.StageManifests.tolerating;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.tenure.controllers.tainteviction.stay.Semantics;
import dev.tenure.model.core.Condition;
import dev.tenure.model.core.Pod;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.sim.stage.Stage;
import dev.tenure.sim.stage.StageManifests;
import dev.tenure.wire.json.ObjectNode;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// What the documentation promises, one test per situation; the numbers are those of the vectors.
final class DocumentedEvictionTest {
    private static final String NOT_READY = "node.kubernetes.io/not-ready:NoExecute";
    private static final String UNREACHABLE = "node.kubernetes.io/unreachable:NoExecute";

    /// Node `n` is there for a minute before the story begins.
    private static Stage stage() {
        return Stage.of(Semantics.DOCUMENTED).node("n").node("other").at(60);
    }

    private static void leaves(Stage stage, String pod, double second) {
        assertThat(stage.left(pod)).as("%s leaves", pod).isPresent();
        assertThat(stage.left(pod).orElseThrow()).isCloseTo(second, within(0.05));
    }

    private static void stays(Stage stage, String pod) {
        assertThat(stage.left(pod)).as("%s stays", pod).isEmpty();
    }

    @Test
    void e01WithoutTolerationThePodLeavesAtOnce() {
        Stage stage = stage().pod("p").at(70).begin().taints("k:NoExecute").at(1);
        leaves(stage, "p", 0);
        assertThat(stage.events("TaintManagerEviction"))
                .containsExactly("TaintManagerEviction: Marking for deletion Pod default/p");
    }

    @Test
    void e02AndE25ToleratedForEverThePodStays() {
        Stage stage = stage().pod("p", tolerating("k")).pod("q", "{'operator': 'Exists'}");
        stage.at(70).begin().taints("k:NoExecute").at(100_000);
        stays(stage, "p");
        stays(stage, "q");
    }

    @Test
    void e03ThePodLeavesWhenItsStayEnds() {
        Stage stage = stage().pod("p", tolerating("k", 3600)).at(70).begin().taints("k:NoExecute");
        stage.at(3599.9);
        stays(stage, "p");
        leaves(stage.at(3601), "p", 3600);
    }

    @Test
    void e04TheTaintGoesInTimeAndThePodStays() {
        Stage stage = stage().pod("p", tolerating("k", 3600)).at(70).begin().taints("k:NoExecute");
        stage.at(10).taints().at(4000);
        stays(stage, "p");
        assertThat(stage.events("TaintManagerEviction"))
                .containsExactly("TaintManagerEviction: Cancelling deletion of Pod default/p");
    }

    @Test
    void e05NoSecondsOrFewerMeanAtOnce() {
        Stage stage = stage().pod("zero", tolerating("k", 0)).pod("less", tolerating("k", -5));
        stage.at(70).begin().taints("k:NoExecute").at(1);
        leaves(stage, "zero", 0);
        leaves(stage, "less", 0);
    }

    @Test
    void e06AndE07TheShortestStayDecides() {
        Stage stage = stage().pod("both", tolerating("a", 60), tolerating("b")).pod("one", tolerating("a", 60));
        stage.at(70).begin().taints("a:NoExecute", "b:NoExecute").at(100);
        leaves(stage, "both", 60);
        leaves(stage, "one", 0);
    }

    @Test
    void e08TheFirstMatchingTolerationCounts() {
        Stage stage = stage().pod("p", tolerating("k", 3600), tolerating("k", 10));
        stage.at(70).begin().taints("k:NoExecute").at(4000);
        leaves(stage, "p", 3600);
    }

    @Test
    void e09ASecondTaintWithAShorterStayEndsTheFirst() {
        Stage stage = stage().pod("p", tolerating("a", 300), tolerating("b", 10));
        stage.at(70).begin().taints("a:NoExecute").at(100).taints("a:NoExecute", "b:NoExecute");
        stage.at(400);
        leaves(stage, "p", 110);
    }

    @Test
    void e10TheTaintOfTheShorterStayGoesAndTheLongerDecides() {
        Stage stage = stage().pod("p", tolerating("a", 60), tolerating("b", 300));
        stage.at(70).begin().taints("a:NoExecute", "b:NoExecute").at(30).taints("b:NoExecute");
        stage.at(400);
        leaves(stage, "p", 300);
    }

    @Test
    void e11AChangedStayCountsFromTheTaint() {
        Stage stage = stage().pod("longer", tolerating("k", 10)).pod("shorter", tolerating("k", 100));
        stage.pod("over", tolerating("k", 100))
                .at(70)
                .begin()
                .taints("k:NoExecute")
                .at(5);
        stage.tolerations("longer", tolerating("k", 100)).tolerations("shorter", tolerating("k", 10));
        stage.tolerations("over", tolerating("k", 3)).at(200);
        leaves(stage, "longer", 100);
        leaves(stage, "shorter", 10);
        leaves(stage, "over", 5);
    }

    @Test
    void e12AStayThatBecomesUnlimitedIsNotEnded() {
        Stage stage = stage().pod("p", tolerating("k", 10)).at(70).begin().taints("k:NoExecute");
        stage.at(5).tolerations("p", tolerating("k")).at(100);
        stays(stage, "p");
        assertThat(stage.events("TaintManagerEviction")).hasSize(1);
    }

    @Test
    void e13TheSwapOfNotReadyForUnreachableCarriesTheStartOver() {
        Stage stage = stage().pod(
                        "p",
                        tolerating("node.kubernetes.io/not-ready", 300),
                        tolerating("node.kubernetes.io/unreachable", 300));
        stage.fault("n", "partitioned").at(70).begin();
        stage.patch(ResourceTypes.NODES, "n", "status", """
            {'status': {'conditions': [{'type': 'Ready', 'status': 'False', 'reason': 'KubeletNotReady',
              'lastHeartbeatTime': '2026-01-01T00:01:10Z'}]}}\
            """);
        assertThat(stage.at(6).taintsOf("n")).contains(NOT_READY);
        assertThat(stage.at(70).taintsOf("n")).contains(UNREACHABLE).doesNotContain(NOT_READY);
        assertThat(stage.at(400).left("p").orElseThrow()).isBetween(300.0, 306.0);
    }

    @Test
    void e14AStayUnderAnOldTaintBeginsWhenThePodIsBound() {
        Stage stage = stage().taints("k:NoExecute").at(70).begin().pod("p", tolerating("k", 60));
        stage.at(59.9);
        stays(stage, "p");
        assertThat(stage.at(62).left("p").orElseThrow()).isBetween(60.0, 61.05);
    }

    @Test
    void e16ThePodThatItsUserDeletesIsNotMarked() {
        Stage stage = stage().pod("p", tolerating("k", 60)).at(70).begin().taints("k:NoExecute");
        stage.at(10).delete(ResourceTypes.PODS, "p", "{}").at(100);
        leaves(stage, "p", 10);
        assertThat(stage.events("TaintManagerEviction")).isEmpty();
    }

    @Test
    void e17ABudgetDoesNotHoldAnEvictionUp() {
        Stage stage = stage().pod("p");
        stage.create(ResourceTypes.POD_DISRUPTION_BUDGETS, StageManifests.json("""
            {'apiVersion': 'policy/v1', 'kind': 'PodDisruptionBudget', 'metadata': {'name': 'b'},
             'spec': {'minAvailable': 1, 'selector': {}}}\
            """));
        leaves(stage.at(70).begin().taints("k:NoExecute").at(1), "p", 0);
    }

    @Test
    void e18AFinishedPodLeavesAsWell() {
        Stage stage = stage().pod("p").at(65);
        stage.patch(ResourceTypes.PODS, "p", "status", "{'status': {'phase': 'Succeeded'}}");
        leaves(stage.at(70).begin().taints("k:NoExecute").at(1), "p", 0);
    }

    @Test
    void e19OtherEffectsEvictNobody() {
        Stage stage = stage().pod("p")
                .at(70)
                .begin()
                .taints("k:NoSchedule", "l:PreferNoSchedule")
                .at(1000);
        stays(stage, "p");
    }

    @Test
    void e20ARestartChangesNoDeadline() {
        Stage stage = stage().pod("p", tolerating("k", 300))
                .at(70)
                .begin()
                .taints("k:NoExecute")
                .at(200);
        stage.cluster().restartControllers();
        stays(stage.at(299.9), "p");
        leaves(stage.at(301), "p", 300);
    }

    @Test
    void e20ADeadlineThatPassesWhileTheControllersAreAwayIsMetWhenTheyReturn() {
        Stage stage = stage().pod("p", tolerating("k", 300))
                .at(70)
                .begin()
                .taints("k:NoExecute")
                .at(200);
        stage.cluster().crashControllers();
        stays(stage.at(400), "p");
        stage.cluster().startControllers();
        leaves(stage.at(401), "p", 400);
    }

    @Test
    void e21AChangedValueThatIsNotToleratedEvicts() {
        String toA = "{'key': 'k', 'operator': 'Equal', 'value': 'a', 'effect': 'NoExecute'}";
        Stage stage =
                stage().pod("p", toA).at(70).begin().taints("k=a:NoExecute").at(10);
        stays(stage, "p");
        leaves(stage.taints("k=b:NoExecute").at(11), "p", 10);
    }

    /// A kubelet gives every static pod this toleration, and its mirror shows it.
    @Test
    void e22AMirrorPodStays() {
        ObjectNode mirror = StageManifests.pod("mirror", "n", "[{'operator': 'Exists', 'effect': 'NoExecute'}]");
        mirror.withObject("/metadata").putObject("annotations").put("kubernetes.io/config.mirror", "1");
        Stage stage = stage().create(ResourceTypes.PODS, mirror)
                .at(70)
                .begin()
                .taints("k:NoExecute")
                .at(1000);
        stays(stage, "mirror");
    }

    @Test
    void e23ThePodsOwnGracePeriodApplies() {
        ObjectNode pod = StageManifests.pod("p", "n", "[]");
        pod.withObjectProperty("spec").put("terminationGracePeriodSeconds", 42);
        Stage stage = stage();
        stage.create(ResourceTypes.PODS, pod).at(70).begin();
        var grace = new ArrayList<Long>();
        stage.cluster()
                .world()
                .afterEachEvent(() -> stage.find(ResourceTypes.PODS, "p")
                        .flatMap(found -> found.view(Pod.class).meta().deletion())
                        .ifPresent(deletion -> grace.add(deletion.graceSeconds())));
        stage.taints("k:NoExecute").at(0.5);
        assertThat(grace).first().isEqualTo(42L);
    }

    @Test
    void e26TheConditionSaysWhy() {
        ObjectNode pod = StageManifests.pod("p", "n", "[]");
        pod.withObjectProperty("metadata").putArray("finalizers").add("test.dev/wait");
        Stage stage = stage();
        stage.create(ResourceTypes.PODS, pod)
                .at(70)
                .begin()
                .taints("k:NoExecute")
                .at(1);
        Condition condition =
                stage.seePod("p").status().condition("DisruptionTarget").orElseThrow();
        assertThat(condition.isTrue()).isTrue();
        assertThat(condition.reason()).isEqualTo("DeletionByTaintManager");
        assertThat(condition.message()).isEqualTo("Taint manager: deleting due to NoExecute taint");
    }

    @Test
    void aTaintThatReturnsBeginsANewStay() {
        Stage stage = stage().pod("p", tolerating("k", 60)).at(70).begin().taints("k:NoExecute");
        stage.at(50).taints().at(55).taints("k:NoExecute").at(200);
        leaves(stage, "p", 115);
    }

    @Test
    void aTaintThatSaysWhenItCameCountsFromThenAfterARestart() {
        Stage stage = stage().pod("p", tolerating("k", 300)).at(70);
        stage.cluster().crashControllers();
        String added = stage.cluster().world().wall().toString();
        stage.begin().patch(ResourceTypes.NODES, "n", """
            {'spec': {'taints': [{'key': 'k', 'effect': 'NoExecute', 'timeAdded': '%s'}]}}\
            """.formatted(added));
        stage.at(100).cluster().startControllers();
        leaves(stage.at(400), "p", 301);
    }

    @Test
    void aNewPodOfTheSameNameInheritsNoDeadline() {
        Stage stage = stage().pod("p", tolerating("k", 60))
                .at(70)
                .begin()
                .taints("k:NoExecute")
                .at(30);
        stage.delete(ResourceTypes.PODS, "p", "{'gracePeriodSeconds': 0}").pod("q", tolerating("k", 60));
        stage.at(62);
        stays(stage, "q");
        assertThat(stage.at(100).left("q").orElseThrow()).isBetween(90.0, 91.05);
    }

    @Test
    void aNodeThatIsMadeAnewWithoutTaintsKeepsItsPods() {
        Stage stage = stage().pod("p", tolerating("k", 60))
                .at(70)
                .begin()
                .taints("k:NoExecute")
                .at(30);
        stage.delete(ResourceTypes.NODES, "n", "{}").at(32).node("n").at(200);
        stays(stage, "p");
    }

    @Test
    void aRecordGoesWithItsNode() {
        Stage stage = stage().pod("p", tolerating("k", 60))
                .at(70)
                .begin()
                .taints("k:NoExecute")
                .at(10);
        assertThat(records(stage)).containsExactly("tenure-node-n");
        stage.delete(ResourceTypes.NODES, "n", "{}").at(20);
        assertThat(records(stage)).isEmpty();
    }

    private static List<String> records(Stage stage) {
        return stage.all(ResourceTypes.CONFIG_MAPS).stream()
                .map(map -> map.key().name())
                .filter(name -> name.startsWith("tenure-node-"))
                .toList();
    }

    /// A step that is too small to be noticed may keep a pod for as long.
    @ParameterizedTest
    @CsvSource({"0.8, 300", "-0.8, 300.8"})
    void whenTheClockIsSetByLittleNobodyLeavesEarly(double by, double left) {
        Stage stage = stage().pod("p", tolerating("k", 300))
                .at(70)
                .begin()
                .taints("k:NoExecute")
                .at(299.5);
        stage.cluster().world().stepWallClock(Duration.ofMillis(Math.round(1000 * by)));
        assertThat(stage.at(400).left("p").orElseThrow()).isCloseTo(left, within(0.05));
    }

    @Test
    void whatLiesAheadIsReported() {
        Stage stage = stage().pod("p", tolerating("k", 300))
                .at(70)
                .begin()
                .taints("k:NoExecute")
                .at(1);
        assertThat(stage.cluster().comingEvictions()).hasSize(1).first().satisfies(eviction -> {
            assertThat(eviction.pod()).isEqualTo("p");
            assertThat(eviction.why().text()).isEqualTo("k:NoExecute");
        });
        stage.taints().at(2);
        assertThat(stage.cluster().comingEvictions()).isEmpty();
    }

    @Test
    void equalSeedsGiveEqualRuns() {
        assertThat(run()).isEqualTo(run());
    }

    private static List<String> run() {
        Stage stage = stage();
        for (int i = 0; i < 20; i++) {
            stage.pod("p" + i, tolerating("k", i));
        }
        stage.at(70).begin().taints("k:NoExecute", "l:NoExecute").at(30);
        var state = new ArrayList<>(stage.events());
        stage.all(ResourceTypes.CONFIG_MAPS).forEach(map -> state.add(new String(map.json(), StandardCharsets.UTF_8)));
        return state;
    }
}
