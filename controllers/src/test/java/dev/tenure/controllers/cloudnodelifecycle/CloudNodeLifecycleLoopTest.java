package dev.tenure.controllers.cloudnodelifecycle;

import static dev.tenure.model.meta.ResourceTypes.NODES;
import static dev.tenure.testkit.cluster.MemoryApi.status;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.controllers.stage.LoopStage;
import java.time.Duration;
import org.junit.jupiter.api.Test;

final class CloudNodeLifecycleLoopTest {
    private static final Duration PERIOD = Duration.ofSeconds(5);
    private static final String SHUTDOWN = "node.cloudprovider.kubernetes.io/shutdown";

    private final LoopStage stage = new LoopStage(NODES);
    private final CloudNodeLifecycleLoop loop = new CloudNodeLifecycleLoop(stage.context(), PERIOD);

    private void node(String machine, String ready, String taints) {
        stage.put(NODES, """
                kind: Node
                metadata: {name: node-1, uid: of-node, annotations: {%s}}
                spec: {taints: [{key: other, effect: NoSchedule}, %s]}
                status: {conditions: [{type: Ready, status: "%s"}]}
                """.formatted(machine.isEmpty() ? "" : "tenure.dev/cloud-machine: " + machine, taints, ready));
    }

    private String taints() {
        return stage.the(NODES, "", "node-1").at("/spec/taints").toString();
    }

    @Test
    void aNodeWhoseMachineIsTerminatedGoesAtTheNextLook() {
        node("running", "False", "");
        stage.begin(loop::start);
        node("terminated", "False", "");
        stage.advance(PERIOD.minusNanos(1));
        assertThat(stage.writes()).isEmpty();
        stage.advance(Duration.ofNanos(1));
        assertThat(stage.writes()).containsExactly("delete nodes node-1");
        assertThat(stage.events())
                .containsExactly("DeletingNode: Deleting node node-1 because it does not exist in the cloud provider");
        stage.advance(PERIOD);
        assertThat(stage.writes()).isEmpty();
    }

    @Test
    void aNodeWhoseMachineIsShutDownIsTainted() {
        node("shutdown", "Unknown", "");
        stage.begin(loop::start);
        assertThat(stage.writes()).containsExactly("patch nodes node-1");
        assertThat(taints()).contains("other", SHUTDOWN);
        stage.advance(PERIOD);
        assertThat(stage.writes()).as("once").isEmpty();
    }

    @Test
    void aNodeThatIsReadyIsBelievedAndLosesTheTaint() {
        node("shutdown", "True", "{key: %s, effect: NoSchedule}".formatted(SHUTDOWN));
        stage.begin(loop::start);
        assertThat(taints()).contains("other").doesNotContain(SHUTDOWN);
        node("terminated", "True", "");
        stage.writes();
        stage.advance(PERIOD);
        assertThat(stage.writes()).isEmpty();
    }

    @Test
    void aNodeWithoutAMachineIsNobodysBusiness() {
        node("terminated", "False", "");
        node("", "False", "");
        stage.begin(loop::start);
        node("terminated", "False", "");
        node("", "False", "");
        stage.advance(PERIOD);
        assertThat(stage.writes()).isEmpty();
    }

    @Test
    void whatIsRefusedIsDoneAtTheNextLook() {
        node("terminated", "False", "");
        stage.refuseWrites(NODES, status(500, "InternalError"));
        stage.begin(loop::start);
        stage.refuseNothing();
        stage.writes();
        stage.advance(PERIOD);
        assertThat(stage.writes()).containsExactly("delete nodes node-1");
    }
}
