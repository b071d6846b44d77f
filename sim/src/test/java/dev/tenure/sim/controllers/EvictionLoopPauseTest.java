package dev.tenure.sim.controllers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.InstanceOfAssertFactories.STRING;

import dev.tenure.client.informer.DefinedTypes;
import dev.tenure.controllers.podgc.retention.RetentionTypes;
import dev.tenure.controllers.tainteviction.stay.Semantics;
import dev.tenure.model.core.Pod;
import dev.tenure.model.core.PodPhase;
import dev.tenure.model.meta.ApiReply;
import dev.tenure.model.meta.ResourceType;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.sim.stage.Rights;
import dev.tenure.sim.stage.Stage;
import dev.tenure.sim.stage.StageManifests;
import dev.tenure.sim.world.PlayedKinds;
import dev.tenure.wire.json.Document;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.ObjectNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/// Owners whose pods fail again and again make none for a while, longer each time, by
/// `deploy/loop-breaker.yaml` and a retention that asks for it.
final class EvictionLoopPauseTest {
    private static final String LOOPS = "'keepPerOwner': 3, 'loops': {'times': 5, 'windowSeconds': 600, %s}";
    private static final String MINUTE = LOOPS.formatted("'pauseSeconds': 60, 'pauseSecondsMax': 200");

    private static Stage stage(String retention) {
        Stage stage = Stage.of(Semantics.DOCUMENTED)
                .node("n")
                .node("m")
                .create(DefinedTypes.DEFINITIONS, PlayedKinds.retentions())
                .at(60);
        breaker(stage);
        return stage.create(RetentionTypes.RETENTIONS, StageManifests.json("""
                {'apiVersion': 'tenure.dev/v1alpha1', 'kind': 'FailedPodRetention', 'metadata': {'name': 'few'},
                 'spec': {%s}}
                """.formatted(retention)));
    }

    private static void breaker(Stage stage) {
        try {
            for (ObjectNode object : Rights.read("loop-breaker.yaml")) {
                String kind = object.path("kind").asText();
                String resource =
                        kind.endsWith("Binding") ? "validatingadmissionpolicybindings" : "validatingadmissionpolicies";
                stage.create(
                        new ResourceType(
                                "admissionregistration.k8s.io", "v1", resource, kind, ResourceType.Scope.CLUSTER),
                        object);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /// k8s#94245: the template names the node, so the scheduler is not asked, and the node takes none without
    /// a label.
    private static Stage pinned(Stage stage, String name) {
        return stage.create(ResourceTypes.REPLICA_SETS, StageManifests.json("""
                {'metadata': {'name': '%1$s'}, 'spec': {'replicas': 1, 'selector': {'matchLabels': {'app': '%1$s'}},
                 'template': {'metadata': {'labels': {'app': '%1$s'}}, 'spec': {'nodeName': 'n',
                  'nodeSelector': {'there': 'yes'}, 'containers': [{'name': 'main', 'image': 'registry.test/a:1'}]}}}}
                """.formatted(name)));
    }

    private static List<Pod> pods(Stage stage) {
        return ((ApiReply.Many) stage.client().list(ResourceTypes.PODS, "default", Map.of()))
                .items().stream().map(stored -> stored.view(Pod.class)).toList();
    }

    private static JsonNode status(Stage stage) {
        return Json.readObject(stage.find(RetentionTypes.RETENTIONS, "few")
                        .map(StoredObject::json)
                        .orElseThrow())
                .path("status");
    }

    private static JsonNode owner(Stage stage) {
        return status(stage).path("owners").path(0);
    }

    private static JsonNode conditions(Stage stage) {
        return Json.readObject(stage.find(ResourceTypes.REPLICA_SETS, "rs")
                        .map(StoredObject::json)
                        .orElseThrow())
                .at("/status/conditions");
    }

    @Test
    void anOwnerMakesNoPodsForAWhileAndItsControllerSaysWhy() {
        Stage stage = pinned(stage(MINUTE), "rs").pass(30);
        assertThat(owner(stage).path("name").asText()).isEqualTo("rs");
        assertThat(owner(stage).path("paused").asBoolean()).isTrue();
        assertThat(status(stage).path("paused").asInt()).isEqualTo(1);
        assertThat(conditions(stage).path(0).path("message").asText())
                .contains("loop-breaker.tenure.dev")
                .contains("pods of ReplicaSet rs failed again and again on node n (NodeAffinity); none is made until "
                        + owner(stage).path("until").asText());
        assertThat(stage.events("EvictionLoopPaused"))
                .singleElement(STRING)
                .contains("no pods are to be made until ", " pods failed on node n, the last with NodeAffinity: ");
        String before = owner(stage).path("since").asText();
        stage.pass(20);
        assertThat(owner(stage).path("since").asText()).isEqualTo(before);
    }

    @Test
    void aPauseIsTwiceAsLongAsTheOneBeforeAndOnePodBeginsIt() {
        Stage stage = pinned(stage(MINUTE), "rs").pass(1800);
        assertThat(owner(stage).path("pods").asInt()).isEqualTo(1);
        assertThat(Duration.between(
                        Instant.parse(owner(stage).path("since").asText()),
                        Instant.parse(owner(stage).path("until").asText())))
                .hasSeconds(200);
        assertThat(stage.events("EvictionLoopPaused")).hasSizeBetween(6, 12);
    }

    @Test
    void anOwnerWhosePodsFailNoLongerIsAsAnyOther() {
        Stage stage = pinned(stage(MINUTE), "rs").pass(30);
        stage.patch(ResourceTypes.NODES, "n", "{'metadata': {'labels': {'there': 'yes'}}}");
        stage.pass(90);
        assertThat(pods(stage)).anyMatch(pod -> pod.status().phase() == PodPhase.RUNNING);
        assertThat(owner(stage).path("paused").asBoolean(true)).isFalse();
        assertThat(status(stage).path("paused").asInt(-1)).isZero();
        stage.pass(600);
        assertThat(status(stage).path("owners").isEmpty()).isTrue();
        assertThat(stage.events("EvictionLoopPaused")).hasSize(1);
    }

    @Test
    void aRestartForgetsNoPause() {
        Stage stage = pinned(stage(MINUTE), "rs").pass(30);
        String until = owner(stage).path("until").asText();
        stage.cluster().restartControllers();
        stage.pass(25);
        assertThat(owner(stage).path("until").asText()).isEqualTo(until);
        assertThat(owner(stage).path("paused").asBoolean()).isTrue();
        stage.pass(60);
        assertThat(owner(stage).path("until").asText()).isNotEqualTo(until);
        assertThat(stage.events("EvictionLoopPaused")).hasSize(2);
    }

    @Test
    void whoTakesThePauseBackEndsIt() {
        Stage stage = pinned(stage(LOOPS.formatted("'pauseSeconds': 3600, 'pauseSecondsMax': 3600")), "rs")
                .pass(30);
        int failed = pods(stage).size();
        stage.pass(300);
        assertThat(pods(stage)).hasSizeLessThanOrEqualTo(failed);
        assertThat(status(stage).path("paused").asInt()).isEqualTo(1);
        stage.patch(
                RetentionTypes.RETENTIONS,
                "few",
                "{'spec': {'loops': {'pauseSeconds': null, 'pauseSecondsMax': null}}}");
        stage.patch(ResourceTypes.NODES, "n", "{'metadata': {'labels': {'there': 'yes'}}}");
        stage.pass(330);
        assertThat(status(stage).path("owners").isEmpty()).isTrue();
        assertThat(pods(stage)).anyMatch(pod -> pod.status().phase() == PodPhase.RUNNING);
    }

    @Test
    void aDryRunPausesNobodyAndOthersArePausedAlone() {
        Stage stage = pinned(stage("'dryRun': true, " + MINUTE), "rs").pass(90);
        assertThat(status(stage).path("owners").isEmpty()).isTrue();
        assertThat(status(stage).path("loops").asInt()).isEqualTo(1);
        stage.patch(RetentionTypes.RETENTIONS, "few", "{'spec': {'dryRun': false}}")
                .pass(30);
        assertThat(status(stage).path("paused").asInt()).isEqualTo(1);
        stage.create(ResourceTypes.REPLICA_SETS, StageManifests.json("""
                {'metadata': {'name': 'good'}, 'spec': {'replicas': 2, 'selector': {'matchLabels': {'app': 'good'}},
                 'template': {'metadata': {'labels': {'app': 'good'}}, 'spec': {
                  'nodeName': 'm', 'containers': [{'name': 'main', 'image': 'registry.test/a:1'}]}}}}
                """)).pass(10);
        assertThat(pods(stage).stream().filter(pod -> pod.status().phase() == PodPhase.RUNNING))
                .hasSize(2);
    }

    @Test
    void whatIsLongerThanTheLongestIsRefused() {
        Stage stage = stage(MINUTE);
        assertThat(stage.client().create(RetentionTypes.RETENTIONS, "", Document.of(StageManifests.json("""
                {'apiVersion': 'tenure.dev/v1alpha1', 'kind': 'FailedPodRetention', 'metadata': {'name': 'wrong'},
                 'spec': {'loops': {'pauseSeconds': 60, 'pauseSecondsMax': 30}}}"""))))
                .isInstanceOfSatisfying(
                        ApiReply.Failure.class,
                        failure -> assertThat(failure.status().message())
                                .contains("pauseSecondsMax needs a pauseSeconds that is not longer"));
    }
}
