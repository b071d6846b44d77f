package dev.tenure.sim.simnodes;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.controllers.tainteviction.stay.Semantics;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.sim.stage.Stage;
import dev.tenure.sim.stage.StageManifests;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonNode;
import org.junit.jupiter.api.Test;

/// Containers that `kubectl debug` puts into a pod that runs on a simulated node.
final class EphemeralContainerTest {
    private final Stage stage = Stage.of(Semantics.DOCUMENTED).node("n");

    private void pod(String annotations) {
        stage.create(ResourceTypes.PODS, StageManifests.json("""
                {'metadata': {'name': 'p', 'annotations': {%s}}, 'spec': {'nodeName': 'n', 'restartPolicy': 'Never',
                 'containers': [{'name': 'main', 'image': 'i'}]}}
                """.formatted(annotations)))
                .pass(3)
                .begin();
    }

    /// @param containers all of them, those before too
    private void debug(String... containers) {
        stage.patch(
                        ResourceTypes.PODS,
                        "p",
                        "ephemeralcontainers",
                        "{'spec': {'ephemeralContainers': [%s]}}".formatted(String.join(", ", containers)))
                .pass(2);
    }

    private static String container(String name, String image) {
        return "{'name': '%s', 'image': '%s', 'terminationMessagePolicy': 'File', 'imagePullPolicy': 'Always'}"
                .formatted(name, image);
    }

    private JsonNode shown() {
        return stage.find(ResourceTypes.PODS, "p")
                .map(pod -> Json.read(pod.json()))
                .orElseThrow();
    }

    private JsonNode status(int at) {
        return shown().at("/status/ephemeralContainerStatuses/" + at);
    }

    @Test
    void oneThatIsAddedRunsAndStaysAsItIs() {
        pod("");
        debug(container("look", "busybox"));
        JsonNode first = status(0);
        assertThat(first.path("name").asText()).isEqualTo("look");
        assertThat(first.path("image").asText()).isEqualTo("busybox");
        assertThat(first.path("ready").asBoolean(true)).isFalse();
        assertThat(first.at("/state/running/startedAt").asText()).isNotEmpty();
        assertThat(shown().at("/status/observedGeneration").asLong()).isEqualTo(2);
        assertThat(shown().at("/status/phase").asText()).isEqualTo("Running");
        assertThat(shown().at("/status/containerStatuses/0/ready").asBoolean()).isTrue();

        stage.pass(20);
        debug(container("look", "busybox"), container("again", "busybox"), container("lost", "busybox:404"));
        assertThat(status(0)).isEqualTo(first);
        assertThat(status(1).at("/state/running").isObject()).isTrue();
        assertThat(status(2).at("/state/waiting/reason").asText()).isEqualTo("ErrImagePull");
        long revision =
                stage.find(ResourceTypes.PODS, "p").map(StoredObject::revision).orElse(0L);
        stage.pass(60);
        assertThat(stage.find(ResourceTypes.PODS, "p").map(StoredObject::revision))
                .contains(revision);
    }

    @Test
    void itEndsWithItsPod() {
        pod("'simulation.tenure.dev/run-for': '30s'");
        debug(container("look", "busybox"));
        stage.at(40);
        assertThat(shown().at("/status/phase").asText()).isEqualTo("Succeeded");
        assertThat(status(0).at("/state/terminated/exitCode").asInt()).isEqualTo(143);
        assertThat(status(0).at("/state/running").isMissingNode()).isTrue();
    }

    /// The pod's own containers start again.
    @Test
    void itDoesNotComeBackWithItsMachine() {
        pod("");
        debug(container("look", "busybox"));
        stage.fault("n", "stopped").pass(10);
        stage.fault("n", "").pass(10);
        assertThat(shown().at("/status/containerStatuses/0/restartCount").asInt())
                .isOne();
        assertThat(shown().at("/status/containerStatuses/0/state/running").isObject())
                .isTrue();
        assertThat(status(0).at("/state/terminated/exitCode").asInt()).isEqualTo(137);
    }
}
