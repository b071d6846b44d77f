package dev.tenure.sim.simnodes;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.controllers.tainteviction.stay.Semantics;
import dev.tenure.model.core.Condition;
import dev.tenure.model.core.PodPhase;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.rules.node.HeldState;
import dev.tenure.rules.pod.PodRule;
import dev.tenure.sim.stage.Stage;
import dev.tenure.sim.stage.StageManifests;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

/// Simulated nodes that are held in a state: their status says so, and keeps saying so.
final class HeldNodeTest {
    private static final String NOT_READY_TAINT = "node.kubernetes.io/not-ready";
    private static final Map<HeldState, String> CONDITIONS = Map.of(
            HeldState.MEMORY_PRESSURE, "MemoryPressure",
            HeldState.DISK_PRESSURE, "DiskPressure",
            HeldState.PID_PRESSURE, "PIDPressure",
            HeldState.NETWORK_UNAVAILABLE, "NetworkUnavailable");

    private static Stage stage() {
        return Stage.of(Semantics.DOCUMENTED).node("n").at(20).begin();
    }

    private static void hold(Stage stage, HeldState state, String text) {
        stage.patch(
                ResourceTypes.NODES,
                "n",
                "{'metadata': {'annotations': {'%s': %s}}}".formatted(state.annotation(), text));
    }

    private static String in(Stage stage, Duration time) {
        return "'" + stage.cluster().world().wall().plus(time) + "'";
    }

    @Test
    void aNodeHeldNotReadyLosesItsPodsAfterTheirTolerationSeconds() {
        Stage stage = stage().node("ready")
                .pod("at-once", StageManifests.tolerating("other", 1))
                .pod("later", StageManifests.tolerating(NOT_READY_TAINT, 30))
                .pod("never", StageManifests.tolerating(NOT_READY_TAINT))
                .at(40)
                .begin();
        hold(stage, HeldState.NOT_READY, "'always'");
        double tainted = stage.until(() -> stage.taintsOf("n").contains(NOT_READY_TAINT + ":NoExecute"), 15);
        assertThat(stage.seeNode("n").condition("Ready").map(Condition::reason)).contains("KubeletNotReady");
        stage.at(tainted + 25);
        assertThat(stage.left("later")).isEmpty();
        stage.at(120);
        assertThat(stage.left("later").orElseThrow()).isBetween(tainted + 29, tainted + 31);
        assertThat(stage.left("never")).isEmpty();
        assertThat(stage.condition("n", "Ready")).isEqualTo("False");
        assertThat(stage.events("NodeNotReady")).isNotEmpty();
        hold(stage, HeldState.NOT_READY, "null");
        stage.pass(15);
        assertThat(stage.condition("n", "Ready")).isEqualTo("True");
        assertThat(stage.taintsOf("n")).isEmpty();
        assertThat(PodRule.ready(stage.seePod("never"))).isTrue();
        assertThat(stage.events("NodeReady")).isNotEmpty();
    }

    @Test
    void eachPressureAndALackingNetworkBecomeATaintAndGoWhenTheyAreCleared() {
        CONDITIONS.forEach((state, condition) -> {
            Stage stage = stage();
            hold(stage, state, "'always'");
            stage.pass(6 * 60);
            assertThat(stage.condition("n", condition)).as(condition).isEqualTo("True");
            assertThat(stage.taintsOf("n")).containsExactly("node.kubernetes.io/" + state.word() + ":NoSchedule");
            assertThat(stage.condition("n", "Ready")).isEqualTo("True");
            hold(stage, state, "null");
            stage.pass(15);
            assertThat(stage.condition("n", condition)).as(condition).isEqualTo("False");
            assertThat(stage.taintsOf("n")).isEmpty();
        });
    }

    @Test
    void aHoldSurvivesWhatOthersWriteIntoTheStatusAndANodeThatWasDown() {
        Stage stage = stage();
        hold(stage, HeldState.MEMORY_PRESSURE, "'always'");
        stage.pass(1);
        stage.patch(
                ResourceTypes.NODES,
                "n",
                "status",
                "{'status': {'conditions': [{'type': 'MemoryPressure', 'status': 'False'}, {'type': 'Ready', 'status': 'True'}]}}");
        stage.pass(15);
        assertThat(stage.condition("n", "MemoryPressure")).isEqualTo("True");
        stage.fault("n", "stopped").pass(100);
        assertThat(stage.condition("n", "Ready")).isEqualTo("Unknown");
        stage.fault("n", "").pass(15);
        assertThat(stage.condition("n", "Ready")).isEqualTo("True");
        assertThat(stage.condition("n", "MemoryPressure")).isEqualTo("True");
    }

    @Test
    void aHoldWithAnEndIsOverWithTheNextReportAfterIt() {
        Stage stage = stage();
        hold(stage, HeldState.DISK_PRESSURE, in(stage, Duration.ofMinutes(5)));
        stage.pass(295);
        assertThat(stage.condition("n", "DiskPressure")).isEqualTo("True");
        stage.pass(16);
        assertThat(stage.condition("n", "DiskPressure")).isEqualTo("False");
        assertThat(stage.taintsOf("n")).isEmpty();
    }

    @Test
    void aNodeHeldUnderMemoryPressureTakesNoPodThatAsksForNothing() {
        Stage stage = stage();
        hold(stage, HeldState.MEMORY_PRESSURE, "'always'");
        stage.pod("p").pass(5);
        assertThat(stage.seePod("p").status().phase()).isEqualTo(PodPhase.FAILED);
        assertThat(stage.seePod("p").status().message()).contains("The node had condition: [MemoryPressure]");
    }

    @Test
    void aHoldThatCannotBeReadIsReportedAndHoldsNothing() {
        Stage stage = stage();
        hold(stage, HeldState.NOT_READY, "'for a while'");
        stage.pass(20);
        assertThat(stage.condition("n", "Ready")).isEqualTo("True");
        assertThat(stage.events("InvalidHold")).hasSize(1);
        assertThat(stage.events("InvalidHold").getFirst()).contains("for a while");
    }
}
