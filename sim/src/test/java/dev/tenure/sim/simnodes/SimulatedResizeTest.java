package dev.tenure.sim.simnodes;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.controllers.tainteviction.stay.Semantics;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.sim.stage.Stage;
import dev.tenure.sim.stage.StageManifests;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonNode;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/// What pods on a simulated node of four CPUs get when they ask for other amounts while they run.
final class SimulatedResizeTest {
    private final Stage stage = Stage.of(Semantics.DOCUMENTED).node("n");

    private static String containers(String cpu, String memory) {
        return """
                'containers': [{'name': 'c', 'image': 'i',
                 'resizePolicy': [{'resourceName': 'memory', 'restartPolicy': 'RestartContainer'}],
                 'resources': {'requests': {'cpu': '%s', 'memory': '%s'}}}]""".formatted(cpu, memory);
    }

    private void pod(String name, String cpu) {
        stage.create(
                        ResourceTypes.PODS,
                        StageManifests.json("{'metadata': {'name': '%s'}, 'spec': {'nodeName': 'n', %s}}"
                                .formatted(name, containers(cpu, "1Gi"))))
                .pass(3)
                .begin();
    }

    private void resize(String name, String cpu, String memory) {
        stage.patch(ResourceTypes.PODS, name, "resize", "{'spec': {%s}}".formatted(containers(cpu, memory)))
                .pass(2);
    }

    private JsonNode status(String name) {
        return stage.find(ResourceTypes.PODS, name)
                .map(pod -> Json.read(pod.json()))
                .orElseThrow()
                .path("status");
    }

    private String has(String name, String resource) {
        JsonNode container = status(name).path("containerStatuses").path(0);
        String has = container.path("resources").path("requests").path(resource).asText();
        assertThat(container.path("allocatedResources").path(resource).asText()).isEqualTo(has);
        return has;
    }

    private Optional<String> pending(String name) {
        return status(name)
                .path("conditions")
                .valueStream()
                .filter(condition -> condition.path("type").asText().equals("PodResizePending"))
                .map(condition -> condition.path("reason").asText() + ": "
                        + condition.path("message").asText())
                .findFirst();
    }

    @Test
    void whatFitsIsThereAtOnceAndTheContainerRunsOnOrStartsAgain() {
        pod("p", "1");
        assertThat(has("p", "cpu")).isEqualTo("1");
        resize("p", "2", "1Gi");
        assertThat(has("p", "cpu")).isEqualTo("2");
        assertThat(status("p").at("/containerStatuses/0/restartCount").asInt()).isZero();
        assertThat(status("p").path("observedGeneration").asInt()).isEqualTo(2);
        resize("p", "2", "2Gi");
        assertThat(has("p", "memory")).isEqualTo("2Gi");
        assertThat(status("p").at("/containerStatuses/0/restartCount").asInt()).isOne();
        assertThat(pending("p")).isEmpty();
    }

    private static String three(String memory) {
        String container = """
                {'name': '%s', 'image': 'i', %s
                 'resizePolicy': [{'resourceName': 'memory', 'restartPolicy': '%s'}],
                 'resources': {'requests': {'memory': '%s'}}}""";
        return "'initContainers': [%s], 'containers': [%s, %s]"
                .formatted(
                        container.formatted("side", "'restartPolicy': 'Always',", "RestartContainer", memory),
                        container.formatted("one", "", "RestartContainer", memory),
                        container.formatted("two", "", "NotRequired", memory));
    }

    @Test
    void onlyTheContainersStartAgainWhosePolicySaysSo() {
        stage.create(
                        ResourceTypes.PODS,
                        StageManifests.json(
                                "{'metadata': {'name': 'p'}, 'spec': {'nodeName': 'n', %s}}".formatted(three("1Gi"))))
                .pass(3)
                .begin();
        JsonNode before = status("p");
        stage.patch(ResourceTypes.PODS, "p", "resize", "{'spec': {%s}}".formatted(three("2Gi")))
                .pass(2);
        JsonNode after = status("p");
        for (String again : List.of("/initContainerStatuses/0", "/containerStatuses/0")) {
            assertThat(after.at(again + "/restartCount").asInt()).as(again).isOne();
            assertThat(after.at(again + "/containerID")).isNotEqualTo(before.at(again + "/containerID"));
            assertThat(after.at(again + "/state")).isNotEqualTo(before.at(again + "/state"));
            assertThat(after.at(again + "/resources/requests/memory").asText()).isEqualTo("2Gi");
        }
        String kept = "/containerStatuses/1";
        assertThat(after.at(kept + "/restartCount").asInt()).isZero();
        assertThat(after.at(kept + "/containerID")).isEqualTo(before.at(kept + "/containerID"));
        assertThat(after.at(kept + "/state")).isEqualTo(before.at(kept + "/state"));
        assertThat(after.at(kept + "/resources/requests/memory").asText()).isEqualTo("2Gi");

        stage.cluster().startNodes();
        stage.pass(20);
        assertThat(status("p")).as("nodes that begin anew find it as it is").isEqualTo(after);
    }

    @Test
    void whatDoesNotFitWaitsForRoomOrIsTakenBack() {
        pod("p", "1");
        pod("q", "2");
        resize("p", "3", "1Gi");
        assertThat(has("p", "cpu")).isEqualTo("1");
        assertThat(pending("p"))
                .contains(
                        "Deferred: Node didn't have enough resource: cpu, requested: 3000, used: 2000, capacity: 4000");
        resize("p", "1", "1Gi");
        assertThat(pending("p")).isEmpty();
        resize("p", "3", "1Gi");
        assertThat(pending("p")).isPresent();
        stage.delete(ResourceTypes.PODS, "q", "{}").pass(40);
        assertThat(has("p", "cpu")).isEqualTo("3");
        assertThat(pending("p")).isEmpty();
    }

    /// The scheduler and the API server let nothing pass that needs what a node does not declare.
    @Test
    void nodesDeclareWhatTheirPodsMayAskFor() {
        JsonNode node = stage.pass(5)
                .find(ResourceTypes.NODES, "n")
                .map(stored -> Json.read(stored.json()))
                .orElseThrow();
        assertThat(node.path("status").path("declaredFeatures").valueStream().map(JsonNode::asText))
                .contains("RestartAllContainersOnContainerExits", "InPlacePodLevelResourcesVerticalScaling");
        stage.create(ResourceTypes.PODS, StageManifests.json("""
                        {'metadata': {'name': 'p'}, 'spec': {'nodeName': 'n',
                          'resources': {'requests': {'cpu': '1', 'memory': '1Gi'}},
                          'containers': [{'name': 'c', 'image': 'i'}]}}""")).pass(3);
        stage.patch(ResourceTypes.PODS, "p", "resize", "{'spec': {'resources': {'requests': {'cpu': '2'}}}}")
                .pass(2);
        assertThat(status("p").path("observedGeneration").asInt()).isEqualTo(2);
        assertThat(pending("p")).isEmpty();
    }

    /// What waits holds nothing of the node.
    @Test
    void otherPodsComeMeanwhile() {
        pod("p", "1");
        pod("q", "2");
        resize("p", "3", "1Gi");
        pod("r", "1");
        assertThat(status("r").path("phase").asText()).isEqualTo("Running");
    }
}
