package dev.tenure.sim.controllers;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.controllers.tainteviction.stay.Semantics;
import dev.tenure.model.core.Node;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.sim.stage.Stage;
import dev.tenure.sim.stage.StageManifests;
import dev.tenure.wire.json.ObjectNode;
import org.junit.jupiter.api.Test;

/// Nodes of the simulated cloud.
final class CloudTest {
    private static final String UNINITIALIZED = "node.cloudprovider.kubernetes.io/uninitialized";
    private static final String SHUT_DOWN = "node.cloudprovider.kubernetes.io/shutdown:NoSchedule";

    private static ObjectNode external(String name) {
        ObjectNode node = StageManifests.node(name, "z");
        node.withObject("/metadata").withObject("/labels").remove("topology.kubernetes.io/zone");
        node.withObject("/spec")
                .putArray("taints")
                .addObject()
                .put("key", UNINITIALIZED)
                .put("value", "true")
                .put("effect", "NoSchedule");
        return node;
    }

    private static Stage machine(Stage stage, String node, String state) {
        return stage.patch(
                ResourceTypes.NODES,
                node,
                "{'metadata': {'annotations': {'tenure.dev/cloud-machine': '%s'}}}".formatted(state));
    }

    private static Stage stage() {
        return Stage.of(Semantics.DOCUMENTED).nodes("a", 3);
    }

    @Test
    void z29ANodeOfACloudIsTaintedUntilTheCloudKnowsIt() {
        ObjectNode object = external("n");
        object.withObject("/metadata")
                .putObject("annotations")
                .put("tenure.dev/cloud-machine", "pending")
                .put("tenure.dev/cloud-type", "m5.large")
                .put("tenure.dev/cloud-zone", "east-1a")
                .put("tenure.dev/cloud-region", "east-1");
        Stage stage = stage().create(ResourceTypes.NODES, object).at(100).begin();
        assertThat(stage.taintsOf("n")).containsExactly(UNINITIALIZED + "=true:NoSchedule");
        machine(stage, "n", "running").at(1);
        Node node = stage.seeNode("n");
        assertThat(node.spec().taints()).isEmpty();
        assertThat(node.spec().providerId()).isEqualTo("tenure://n");
        assertThat(node.meta().labels())
                .containsEntry("node.kubernetes.io/instance-type", "m5.large")
                .containsEntry("beta.kubernetes.io/instance-type", "m5.large")
                .containsEntry("topology.kubernetes.io/zone", "east-1a")
                .containsEntry("failure-domain.beta.kubernetes.io/region", "east-1");
        assertThat(stage.events("Synced")).containsExactly("Synced: Node synced successfully");
    }

    @Test
    void aNodeThatIsNoneOfTheCloudsKeepsItsTaint() {
        Stage stage = stage().create(ResourceTypes.NODES, external("n")).at(300);
        assertThat(stage.taintsOf("n")).containsExactly(UNINITIALIZED + "=true:NoSchedule");
    }

    @Test
    void aMachineThatIsSwitchedOffTaintsItsNodeUntilItIsBack() {
        Stage stage = machine(stage(), "a-0", "running").at(100).begin();
        machine(stage, "a-0", "shutdown").at(20);
        assertThat(stage.taintsOf("a-0")).as("the node still counts as ready").doesNotContain(SHUT_DOWN);
        stage.at(80);
        assertThat(stage.condition("a-0", "Ready")).isEqualTo("Unknown");
        assertThat(stage.taintsOf("a-0")).contains(SHUT_DOWN);
        machine(stage, "a-0", "running").at(120);
        assertThat(stage.condition("a-0", "Ready")).isEqualTo("True");
        assertThat(stage.taintsOf("a-0")).isEmpty();
    }

    @Test
    void theNodeOfAMachineThatIsGoneIsDeletedOnceItFallsSilent() {
        Stage stage = machine(stage(), "a-1", "running").at(100).begin();
        machine(stage, "a-1", "terminated").at(20);
        assertThat(stage.find(ResourceTypes.NODES, "a-1")).isPresent();
        stage.at(80);
        assertThat(stage.find(ResourceTypes.NODES, "a-1")).isEmpty();
        assertThat(stage.events("DeletingNode"))
                .containsExactly("DeletingNode: Deleting node a-1 because it does not exist in the cloud provider");
    }

    @Test
    void aShutdownTaintOnAReadyNodeOfTheCloudGoes() {
        Stage stage = machine(stage(), "a-2", "running").at(100).begin();
        stage.patch(ResourceTypes.NODES, "a-2", """
                {'spec': {'taints': [{'key': 'node.cloudprovider.kubernetes.io/shutdown', 'effect': 'NoSchedule'}]}}""").at(6);
        assertThat(stage.taintsOf("a-2")).isEmpty();
        stage.patch(ResourceTypes.NODES, "a-0", """
                {'spec': {'taints': [{'key': 'node.cloudprovider.kubernetes.io/shutdown', 'effect': 'NoSchedule'}]}}""").at(20);
        assertThat(stage.taintsOf("a-0")).containsExactly(SHUT_DOWN);
    }
}
