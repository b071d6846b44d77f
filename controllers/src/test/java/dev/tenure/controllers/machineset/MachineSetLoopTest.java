package dev.tenure.controllers.machineset;

import static dev.tenure.controllers.machineset.MachineTypes.MACHINES;
import static dev.tenure.controllers.machineset.MachineTypes.MACHINE_SETS;
import static dev.tenure.model.meta.ResourceTypes.NODES;
import static dev.tenure.testkit.cluster.MemoryApi.status;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.controllers.stage.LoopStage;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.ObjectNode;
import java.time.Duration;
import org.junit.jupiter.api.Test;

final class MachineSetLoopTest {
    private final LoopStage stage = new LoopStage(MACHINE_SETS, MACHINES, NODES);
    private final MachineSetLoop loop = new MachineSetLoop(stage.context(), MachineSetLoopTest::node);

    private static ObjectNode node(String name) {
        ObjectNode node = Json.object().put("apiVersion", "v1").put("kind", "Node");
        node.putObject("metadata").put("name", name);
        return node;
    }

    private void set(int replicas) {
        stage.put(MACHINE_SETS, """
                kind: MachineSet
                metadata: {name: workers, namespace: m, uid: of-workers}
                spec:
                  replicas: %d
                  selector: {matchLabels: {a: b}}
                  template:
                    metadata: {labels: {a: b}}
                    spec: {taints: [{key: gpu, effect: NoSchedule}]}
                """.formatted(replicas));
    }

    private void machine(String meta, String spec, String status) {
        stage.put(MACHINES, """
                kind: Machine
                metadata: {name: one, namespace: m%s}
                spec: {%s}
                status: {%s}
                """.formatted(meta, spec, status));
    }

    private JsonNode machine() {
        return stage.the(MACHINES, "m", "one");
    }

    @Test
    void aSetMakesMachinesAndEachGetsANodeWithItsTaints() {
        set(2);
        stage.begin(loop::start);
        assertThat(stage.api().all(MACHINES)).hasSize(2);
        assertThat(stage.api().all(NODES))
                .hasSize(2)
                .allSatisfy(node -> assertThat(Json.readObject(node.json())
                                .at("/spec/taints/0/key")
                                .asText())
                        .isEqualTo("gpu"));
        assertThat(stage.the(MACHINE_SETS, "m", "workers")
                        .at("/status/replicas")
                        .asInt())
                .isEqualTo(2);
        set(1);
        assertThat(stage.api().all(MACHINES)).hasSize(1);
    }

    @Test
    void aMachineThatSomebodyDeletesIsMadeAgain() {
        set(1);
        stage.begin(loop::start);
        String name = stage.api().all(MACHINES).getFirst().key().name();
        stage.remove(MACHINES, "m", name);
        assertThat(stage.api().all(MACHINES))
                .hasSize(1)
                .first()
                .satisfies(other -> assertThat(other.key().name()).isNotEqualTo(name));
    }

    @Test
    void aMachineIsProvisionedAndRunsOnceItsNodeIsReady() {
        machine("", "", "");
        stage.begin(loop::start);
        assertThat(machine().at("/spec/providerID").asText()).isEqualTo("tenure:///m/one");
        assertThat(machine().at("/status/phase").asText()).isEqualTo("Provisioned");
        assertThat(machine().at("/status/nodeRef/name").asText()).isEqualTo("one");
        stage.put(NODES, """
                kind: Node
                metadata: {name: one, annotations: {machine.openshift.io/machine: m/one}}
                spec: {providerID: "tenure:///m/one"}
                status: {conditions: [{type: Ready, status: "True"}]}
                """);
        assertThat(machine().at("/status/phase").asText()).isEqualTo("Running");
    }

    @Test
    void aMachineWhoseNodeIsGoneHasFailed() {
        machine("", "", "");
        stage.begin(loop::start);
        stage.remove(NODES, "", "one");
        assertThat(machine().at("/status/phase").asText()).isEqualTo("Failed");
        assertThat(stage.api().all(NODES)).isEmpty();
    }

    @Test
    void aNodeOfTheMachinesAddressIsLinked() {
        machine("", "taints: [{key: gpu, effect: NoSchedule}]", "addresses: [{type: InternalIP, address: 10.0.0.9}]");
        stage.put(NODES, """
                kind: Node
                metadata: {name: real}
                status: {addresses: [{type: InternalIP, address: 10.0.0.9}]}
                """);
        stage.begin(loop::start);
        assertThat(stage.api().all(NODES)).hasSize(1);
        JsonNode real = stage.the(NODES, "", "real");
        assertThat(real.at("/spec/taints/0/key").asText()).isEqualTo("gpu");
        assertThat(real.at("/metadata/annotations").toString()).contains("m/one");
        assertThat(machine().at("/status/nodeRef/name").asText()).isEqualTo("real");
    }

    @Test
    void aDeletedMachineTakesItsNodeAlong() {
        machine("", "", "");
        stage.begin(loop::start);
        machine(
                ", deletionTimestamp: \"2026-01-01T00:00:00Z\", finalizers: [machine.machine.openshift.io, other]",
                "providerID: \"tenure:///m/one\"",
                "");
        assertThat(stage.api().all(NODES)).isEmpty();
        assertThat(machine().at("/metadata/finalizers").toString()).isEqualTo("[\"other\"]");
    }

    @Test
    void aNodeThatIsNotMadeForWhatTheMachineSaysIsToldOnTheMachine() {
        machine("", "", "");
        stage.refuseWrites(NODES, status(422, "Invalid"));
        stage.begin(loop::start);
        assertThat(machine().at("/status/errorMessage").asText()).isEqualTo("Invalid for a test");
        assertThat(machine().at("/status/phase").asText()).isEqualTo("Failed");
    }

    @Test
    void aRefusedNodeIsTriedAgain() {
        machine("", "", "");
        stage.refuseWrites(NODES, status(500, "InternalError"));
        stage.begin(loop::start);
        stage.refuseNothing();
        stage.advance(Duration.ofSeconds(1));
        assertThat(stage.api().all(NODES)).hasSize(1);
    }

    @Test
    void aRefusedMachineIsTriedAgain() {
        set(1);
        stage.refuseWrites(MACHINES, status(500, "InternalError"));
        stage.begin(loop::start);
        stage.refuseNothing();
        stage.advance(Duration.ofSeconds(1));
        assertThat(stage.api().all(MACHINES)).hasSize(1);
    }

    @Test
    void aMachineStaysUntilItsNodeCouldBeDeleted() {
        machine("", "", "");
        stage.begin(loop::start);
        stage.refuseWrites(NODES, status(500, "InternalError"));
        machine(
                ", deletionTimestamp: \"2026-01-01T00:00:00Z\", finalizers: [machine.machine.openshift.io]",
                "providerID: \"tenure:///m/one\"",
                "");
        assertThat(machine().at("/metadata/finalizers")).hasSize(1);
        stage.refuseNothing();
        stage.advance(Duration.ofSeconds(1));
        assertThat(stage.api().all(NODES)).isEmpty();
        assertThat(machine().at("/metadata/finalizers")).isEmpty();
    }

    @Test
    void nodesOfOtherMachinesAreLeftAlone() {
        machine("", "providerID: mine", "nodeRef: {name: real}");
        stage.put(NODES, "{kind: Node, metadata: {name: other}, spec: {providerID: others}}");
        stage.begin(loop::start);
        assertThat(machine().at("/status/phase").asText()).isEqualTo("Failed");
        stage.writes();
        stage.put(NODES, "{kind: Node, metadata: {name: other, labels: {a: b}}, spec: {providerID: others}}");
        assertThat(stage.writes()).isEmpty();
    }

    @Test
    void whatCannotBeLinkedIsTriedAgain() {
        machine("", "", "addresses: [{type: InternalIP, address: 10.0.0.9}]");
        stage.put(NODES, """
                kind: Node
                metadata: {name: real}
                status: {addresses: [{type: InternalIP, address: 10.0.0.9}]}
                """);
        stage.refuseWrites(NODES, status(409, "Conflict"));
        stage.begin(loop::start);
        assertThat(machine().path("status").has("nodeRef")).isFalse();
        stage.refuseNothing();
        stage.advance(Duration.ofSeconds(1));
        assertThat(machine().at("/status/nodeRef/name").asText()).isEqualTo("real");
    }
}
