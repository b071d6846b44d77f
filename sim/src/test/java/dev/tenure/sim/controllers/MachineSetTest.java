package dev.tenure.sim.controllers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenure.client.ClusterClient;
import dev.tenure.client.informer.ControllerContext;
import dev.tenure.client.informer.DefinedTypes;
import dev.tenure.controllers.machineset.MachineSetLoop;
import dev.tenure.controllers.machineset.MachineTypes;
import dev.tenure.controllers.tainteviction.stay.Semantics;
import dev.tenure.model.core.Node;
import dev.tenure.model.meta.ApiReply;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.sim.stage.Stage;
import dev.tenure.sim.stage.StageManifests;
import dev.tenure.wire.json.Document;
import dev.tenure.wire.json.ObjectNode;
import org.junit.jupiter.api.Test;

/// Machine sets with their machines and simulated nodes. Names with an O and a number are the vectors of the
/// specification.
final class MachineSetTest {
    private static final String TAINT = "key1=value1:NoExecute";

    /// A cluster with a set of two machines whose nodes are ready.
    private static Stage stage() {
        Stage stage = Stage.of(Semantics.DOCUMENTED);
        MachineTypes.definitions().forEach(definition -> stage.create(DefinedTypes.DEFINITIONS, definition));
        stage.at(2);
        ClusterClient client = stage.client();
        var loop = stage.cluster().world().loop(MachineSetLoop.NAME);
        var machines =
                new MachineSetLoop(ControllerContext.alone(loop, client), name -> StageManifests.node(name, "z"));
        loop.post("start", machines::start);
        stage.at(10).create(MachineTypes.MACHINE_SETS, StageManifests.json("""
            {'apiVersion': 'machine.openshift.io/v1beta1', 'kind': 'MachineSet', 'metadata': {'name': 'w'},
             'spec': {'replicas': 2, 'selector': {'matchLabels': {'set': 'w'}}, 'template': {
              'metadata': {'labels': {'set': 'w'}}, 'spec': {
               'metadata': {'labels': {'gpu': 'yes'}},
               'taints': [{'key': 'key1', 'value': 'value1', 'effect': 'NoExecute'}]}}}}\
            """));
        return stage.at(60);
    }

    private static String node(Stage stage) {
        return stage.all(ResourceTypes.NODES).getFirst().key().name();
    }

    private static Stage taints(Stage stage, String taints) {
        return stage.patch(ResourceTypes.NODES, node(stage), "{'spec': {'taints': [%s]}}".formatted(taints));
    }

    private static Stage scale(Stage stage, int replicas) {
        return stage.patch(MachineTypes.MACHINE_SETS, "w", "scale", "{'spec': {'replicas': %d}}".formatted(replicas));
    }

    private static String status(Stage stage, String field) {
        return stage.find(MachineTypes.MACHINE_SETS, "w")
                .map(set -> Document.parse(set.json()).at("status", field).asText())
                .orElse("");
    }

    @Test
    void o02NodesOfNewMachinesBearTheTaintOfTheTemplate() {
        Stage stage = stage();
        assertThat(stage.nodesWith(TAINT)).hasSize(2);
        assertThat(stage.all(ResourceTypes.NODES))
                .allSatisfy(node ->
                        assertThat(node.view(Node.class).meta().labels()).containsEntry("gpu", "yes"));
        assertThat(status(stage, "readyReplicas")).isEqualTo("2");
    }

    @Test
    void aTaintThatNoNodeCouldBearIsRefused() {
        Stage stage = stage();
        for (String taint : new String[] {
            "{'key': 'bad key', 'effect': 'NoExecute'}",
            "{'key': 'good', 'effect': 'Nope'}",
            "{'key': 'good', 'value': 'bad value', 'effect': 'NoExecute'}",
            "{'key': 'a//b', 'effect': 'NoExecute'}"
        }) {
            String patch = "{'spec': {'template': {'spec': {'taints': [%s]}}}}".formatted(taint);
            assertThatThrownBy(() -> stage.patch(MachineTypes.MACHINE_SETS, "w", patch))
                    .hasMessageContaining("spec.template.spec.taints[0]");
        }
        stage.patch(
                MachineTypes.MACHINE_SETS,
                "w",
                "{'spec': {'template': {'spec': {'taints': [{'key': 'example.com/Good_1', 'effect':"
                        + " 'NoSchedule'}]}}}}");
    }

    @Test
    void whatTheProviderKnowsBecomesLabelsOfTheNodeAndColumnsOfTheMachine() {
        Stage stage = stage();
        stage.patch(MachineTypes.MACHINE_SETS, "w", """
            {'spec': {'replicas': 3, 'template': {'spec': {'providerSpec': {'value': {'instanceType': 'm6.large',
             'placement': {'region': 'eu-1', 'availabilityZone': 'eu-1a'}}}}}}}\
            """);
        stage.pass(30);
        assertThat(stage.all(ResourceTypes.NODES).stream()
                        .map(node -> node.view(Node.class).meta().labels())
                        .filter(labels -> "m6.large".equals(labels.get("node.kubernetes.io/instance-type"))
                                && "eu-1".equals(labels.get("topology.kubernetes.io/region"))
                                && "eu-1a".equals(labels.get("topology.kubernetes.io/zone"))))
                .hasSize(1);
        assertThat(stage.all(MachineTypes.MACHINES).stream()
                        .filter(machine -> "eu-1a"
                                .equals(Document.parse(machine.json())
                                        .at("metadata", "labels", "machine.openshift.io/zone")
                                        .asText())))
                .hasSize(1);
    }

    @Test
    void aMachineWhoseNodeIsRefusedSaysWhy() {
        Stage stage = stage();
        stage.patch(MachineTypes.MACHINE_SETS, "w", """
            {'spec': {'replicas': 3, 'template': {'spec': {'metadata': {'labels': {'bad key': 'x'}}}}}}\
            """);
        stage.pass(30);
        assertThat(stage.all(MachineTypes.MACHINES).stream()
                        .map(machine -> Document.parse(machine.json())
                                .at("status", "errorMessage")
                                .asText()))
                .anySatisfy(message -> assertThat(message).contains("bad key"));
        assertThat(stage.all(ResourceTypes.NODES)).hasSize(2);
    }

    @Test
    void o03ATaintThatWasRemovedByHandComesBack() {
        Stage stage = stage();
        assertThat(taints(stage, "").at(70).taintsOf(node(stage))).contains(TAINT);
    }

    @Test
    void o04ATaintThatLeavesTheTemplateStaysOnNodes() {
        Stage stage = stage();
        stage.patch(MachineTypes.MACHINE_SETS, "w", "{'spec': {'template': {'spec': {'taints': []}}}}");
        assertThat(stage.at(90).nodesWith(TAINT)).hasSize(2);
        assertThat(scale(stage, 3).at(120).all(ResourceTypes.NODES)).hasSize(3);
        assertThat(stage.nodesWith(TAINT)).hasSize(2);
    }

    @Test
    void o05AnotherValueOfTheSameKeyAndEffectStays() {
        Stage stage = stage();
        taints(stage, StageManifests.taint("key1=mine:NoExecute")).at(90);
        assertThat(stage.taintsOf(node(stage))).contains("key1=mine:NoExecute").doesNotContain(TAINT);
    }

    @Test
    void machinesAndNodesFollowTheScale() {
        Stage stage = stage();
        assertThat(scale(stage, 1).at(90).all(MachineTypes.MACHINES)).hasSize(1);
        assertThat(stage.all(ResourceTypes.NODES)).hasSize(1);
        assertThat(scale(stage, 4).at(120).all(ResourceTypes.NODES)).hasSize(4);
        assertThat(status(stage, "replicas")).isEqualTo("4");
    }

    @Test
    void moreMachinesThanAreMadeAtALookComeAndGo() {
        Stage stage = stage();
        assertThat(scale(stage, 230).at(90).all(MachineTypes.MACHINES)).hasSize(230);
        assertThat(status(stage, "replicas")).isEqualTo("230");
        assertThat(scale(stage, 1).at(150).all(MachineTypes.MACHINES)).hasSize(1);
    }

    /// The kinds are defined after the garbage collector began.
    @Test
    void machinesGoWithTheirSet() {
        Stage stage = stage();
        stage.delete(MachineTypes.MACHINE_SETS, "w", "{}").at(120);
        assertThat(stage.all(MachineTypes.MACHINES)).isEmpty();
        assertThat(stage.all(ResourceTypes.NODES)).isEmpty();
    }

    @Test
    void objectsOfDefinedKindsGoWithTheirNamespace() {
        Stage stage = stage().create(ResourceTypes.NAMESPACES, StageManifests.json("{'metadata': {'name': 'team'}}"));
        ObjectNode set = StageManifests.json("""
            {'apiVersion': 'machine.openshift.io/v1beta1', 'kind': 'MachineSet', 'metadata': {'name': 't'},
             'spec': {'replicas': 0, 'selector': {}, 'template': {}}}\
            """);
        assertThat(stage.client().create(MachineTypes.MACHINE_SETS, "team", Document.of(set)))
                .isInstanceOf(ApiReply.One.class);
        assertThat(stage.all(MachineTypes.MACHINE_SETS)).hasSize(2);
        stage.delete(ResourceTypes.NAMESPACES, "team", "{}").at(120);
        assertThat(stage.find(ResourceTypes.NAMESPACES, "team")).isEmpty();
        assertThat(stage.all(MachineTypes.MACHINE_SETS)).hasSize(1);
    }
}
