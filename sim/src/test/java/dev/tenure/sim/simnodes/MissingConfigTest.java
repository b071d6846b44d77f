package dev.tenure.sim.simnodes;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.controllers.tainteviction.stay.Semantics;
import dev.tenure.model.meta.ResourceType;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.sim.stage.Stage;
import dev.tenure.sim.stage.StageManifests;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonNode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Pods on a simulated node that refer to ConfigMaps and Secrets which are not there, or not yet.
final class MissingConfigTest {
    /// The longest pause of a kubelet between two tries, and a little.
    private static final int LATEST = 130;

    private final Stage stage = Stage.of(Semantics.DOCUMENTED).node("n");

    private void pod(String spec) {
        stage.create(ResourceTypes.PODS, StageManifests.json("""
                        {'metadata': {'name': 'p'}, 'spec': {'nodeName': 'n', 'restartPolicy': 'Always', %s}}""".formatted(spec)))
                .pass(3)
                .begin();
    }

    private void withVolume(String source) {
        pod("'volumes': [{'name': 'v', %s}], 'containers': [{'name': 'c', 'image': 'i'}]".formatted(source));
    }

    private void withVariable(String source) {
        pod("'containers': [{'name': 'c', 'image': 'i', 'env': [{'name': 'V', 'valueFrom': {%s}}]}]".formatted(source));
    }

    private void make(ResourceType type, String name, String key) {
        String data = type.equals(ResourceTypes.SECRETS) ? "stringData" : "data";
        stage.create(
                type,
                StageManifests.json("{'metadata': {'name': '%s'}, '%s': {'%s': 'value'}}".formatted(name, data, key)));
    }

    private JsonNode status() {
        return stage.find(ResourceTypes.PODS, "p")
                .map(pod -> Json.read(pod.json()))
                .orElseThrow()
                .path("status");
    }

    private String phase() {
        return status().path("phase").asText();
    }

    private JsonNode waiting(String kind) {
        return status().at("/%s/0/state/waiting".formatted(kind));
    }

    private String condition(String type) {
        return status().path("conditions")
                .valueStream()
                .filter(each -> each.path("type").asText().equals(type))
                .map(each ->
                        each.path("status").asText() + " " + each.path("reason").asText(""))
                .findFirst()
                .orElse("")
                .strip();
    }

    private String event(String reason) {
        return stage.all(ResourceTypes.EVENTS).stream()
                .map(event -> Json.read(event.json()))
                .filter(event -> event.path("reason").asText().equals(reason))
                .map(event -> event.at("/involvedObject/fieldPath").asText("") + " "
                        + event.path("message").asText())
                .findFirst()
                .orElse("")
                .strip();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            'configMap': {'name': 'x'}                              | configmap "x" not found
            'secret': {'secretName': 'x'}                           | secret "x" not found
            'projected': {'sources': [{'configMap': {'name': 'x'}}]} | configmap "x" not found
            'projected': {'sources': [{'secret': {'name': 'x'}}]}    | secret "x" not found
            """, quoteCharacter = '`')
    void aPodWaitsForWhatItsVolumesAreMadeOf(String source, String message) {
        withVolume(source);
        stage.pass(300);
        assertThat(phase()).isEqualTo("Pending");
        assertThat(waiting("containerStatuses").path("reason").asText()).isEqualTo("ContainerCreating");
        assertThat(condition("PodReadyToStartContainers")).isEqualTo("False");
        assertThat(condition("Initialized")).isEqualTo("True");
        assertThat(condition("Ready")).isEqualTo("False ContainersNotReady");
        assertThat(status().has("podIP")).isFalse();
        assertThat(event("FailedMount")).isEqualTo("MountVolume.SetUp failed for volume \"v\" : " + message);
        make(source.contains("ecret") ? ResourceTypes.SECRETS : ResourceTypes.CONFIG_MAPS, "x", "k");
        stage.pass(LATEST);
        assertThat(phase()).isEqualTo("Running");
        assertThat(condition("Ready")).isEqualTo("True");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            'configMap': {'name': 'x', 'items': [{'key': 'other', 'path': 'p'}]} | configmap references non-existent config key: other
            'secret': {'secretName': 'y', 'items': [{'key': 'other', 'path': 'p'}]} | references non-existent secret key: other
            """, quoteCharacter = '`')
    void aPodWaitsForKeysThatItsVolumesName(String source, String message) {
        make(ResourceTypes.CONFIG_MAPS, "x", "k");
        make(ResourceTypes.SECRETS, "y", "k");
        withVolume(source);
        assertThat(phase()).isEqualTo("Pending");
        assertThat(event("FailedMount")).isEqualTo("MountVolume.SetUp failed for volume \"v\" : " + message);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            'configMapKeyRef': {'name': 'x', 'key': 'k'} | configmap "x" not found
            'secretKeyRef': {'name': 'x', 'key': 'k'}    | secret "x" not found
            'configMapKeyRef': {'name': 'y', 'key': 'q'} | couldn't find key q in ConfigMap default/y
            """, quoteCharacter = '`')
    void aContainerWaitsForWhatItsEnvironmentIsMadeOf(String source, String message) {
        make(ResourceTypes.CONFIG_MAPS, "y", "k");
        withVariable(source);
        assertThat(phase()).isEqualTo("Pending");
        assertThat(waiting("containerStatuses").path("reason").asText()).isEqualTo("CreateContainerConfigError");
        assertThat(waiting("containerStatuses").path("message").asText()).isEqualTo(message);
        assertThat(condition("PodReadyToStartContainers")).isEqualTo("True");
        assertThat(event("Failed")).isEqualTo("spec.containers{c} Error: " + message);
        make(source.contains("ecret") ? ResourceTypes.SECRETS : ResourceTypes.CONFIG_MAPS, "x", "k");
        stage.patch(ResourceTypes.CONFIG_MAPS, "y", "{'data': {'q': 'value'}}").pass(11);
        assertThat(phase()).isEqualTo("Running");
    }

    /// The pod is pending as long as one of its containers was never made.
    @Test
    void containersDoNotWaitForEachOther() {
        pod("""
                'initContainers': [{'name': 's', 'image': 'i', 'restartPolicy': 'Always'}],
                'containers': [{'name': 'a', 'image': 'i', 'envFrom': [{'secretRef': {'name': 'x'}}]},
                  {'name': 'b', 'image': 'i'}]""");
        assertThat(phase()).isEqualTo("Pending");
        assertThat(waiting("containerStatuses").path("reason").asText()).isEqualTo("CreateContainerConfigError");
        JsonNode other = status().at("/containerStatuses/1");
        assertThat(other.path("ready").asBoolean()).isTrue();
        assertThat(status().at("/initContainerStatuses/0/state/running").isObject())
                .isTrue();
        assertThat(condition("ContainersReady")).isEqualTo("False ContainersNotReady");
        assertThat(status().path("conditions").toString())
                .contains("containers with unready status: [a]")
                .doesNotContain("[a b]");
        make(ResourceTypes.SECRETS, "x", "k");
        stage.pass(11);
        assertThat(phase()).isEqualTo("Running");
        assertThat(status().at("/containerStatuses/1")).isEqualTo(other);
        assertThat(status().at("/containerStatuses/0/state/running/startedAt").asText())
                .isGreaterThan(other.at("/state/running/startedAt").asText());
    }

    @Test
    void whatIsOptionalIsNotWaitedFor() {
        pod("""
                'volumes': [{'name': 'v', 'configMap': {'name': 'x', 'optional': true}},
                  {'name': 'w', 'projected': {'sources': [{'secret': {'name': 'x', 'optional': true}}]}}],
                'containers': [{'name': 'c', 'image': 'i',
                  'envFrom': [{'secretRef': {'name': 'x', 'optional': true}}],
                  'env': [{'name': 'V', 'valueFrom': {'configMapKeyRef': {'name': 'x', 'key': 'k', 'optional': true}}}]}]""");
        assertThat(phase()).isEqualTo("Running");
    }

    @Test
    void anInitContainerThatWaitsHoldsUpThoseAfterIt() {
        pod("""
                'initContainers': [{'name': 'a', 'image': 'i'},
                  {'name': 'b', 'image': 'i', 'envFrom': [{'secretRef': {'name': 'x'}}]}],
                'containers': [{'name': 'c', 'image': 'i', 'envFrom': [{'configMapRef': {'name': 'x'}}]}]""");
        assertThat(condition("Initialized")).isEqualTo("False ContainersNotInitialized");
        assertThat(status().at("/initContainerStatuses/0/state/terminated/exitCode")
                        .asInt(-1))
                .isZero();
        assertThat(status().at("/initContainerStatuses/1/state/waiting/reason").asText())
                .isEqualTo("CreateContainerConfigError");
        assertThat(waiting("containerStatuses").path("reason").asText()).isEqualTo("PodInitializing");
        make(ResourceTypes.SECRETS, "x", "k");
        stage.pass(11);
        assertThat(condition("Initialized")).isEqualTo("True");
        assertThat(waiting("containerStatuses").path("message").asText()).isEqualTo("configmap \"x\" not found");
        make(ResourceTypes.CONFIG_MAPS, "x", "k");
        stage.pass(11);
        assertThat(phase()).isEqualTo("Running");
    }

    /// Volumes are made once, an environment with every start.
    @Test
    void aContainerThatStartsAgainNeedsItsEnvironmentAgain() {
        make(ResourceTypes.SECRETS, "x", "k");
        make(ResourceTypes.CONFIG_MAPS, "x", "k");
        stage.create(ResourceTypes.PODS, StageManifests.json("""
                        {'metadata': {'name': 'p', 'annotations': {'simulation.tenure.dev/run-for': '30s'}},
                         'spec': {'nodeName': 'n', 'volumes': [{'name': 'v', 'configMap': {'name': 'x'}}],
                           'containers': [{'name': 'c', 'image': 'i', 'envFrom': [{'secretRef': {'name': 'x'}}]}]}}""")).pass(3);
        assertThat(phase()).isEqualTo("Running");
        stage.delete(ResourceTypes.SECRETS, "x", "{}")
                .delete(ResourceTypes.CONFIG_MAPS, "x", "{}")
                .pass(60);
        assertThat(phase()).isEqualTo("Running");
        assertThat(waiting("containerStatuses").path("message").asText()).isEqualTo("secret \"x\" not found");
        assertThat(status().at("/containerStatuses/0/lastState/terminated").isObject())
                .isTrue();
        make(ResourceTypes.SECRETS, "x", "k");
        stage.pass(11);
        assertThat(status().at("/containerStatuses/0/state/running").isObject()).isTrue();
        assertThat(status().at("/containerStatuses/0/restartCount").asInt()).isOne();
    }

    @Test
    void aPodThatWaitsCanGo() {
        withVolume("'configMap': {'name': 'x'}");
        stage.delete(ResourceTypes.PODS, "p", "{}").pass(5);
        assertThat(stage.find(ResourceTypes.PODS, "p")).isEmpty();
    }

    @Test
    void nodesCanBeToldNotToMind() {
        stage.patch(ResourceTypes.NODES, "n", "{'metadata': {'annotations': {'tenure.dev/missing-config': 'ignored'}}}")
                .pass(1);
        withVariable("'secretKeyRef': {'name': 'x', 'key': 'k'}");
        assertThat(phase()).isEqualTo("Running");
    }
}
