package dev.tenure.sim.controllers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.InstanceOfAssertFactories.STRING;

import dev.tenure.client.informer.DefinedTypes;
import dev.tenure.controllers.podgc.retention.RemovedPods;
import dev.tenure.controllers.podgc.retention.RetentionTypes;
import dev.tenure.controllers.tainteviction.stay.Semantics;
import dev.tenure.model.core.Pod;
import dev.tenure.model.core.PodPhase;
import dev.tenure.model.meta.ApiReply;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.model.meta.Status;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.sim.stage.Stage;
import dev.tenure.sim.stage.StageManifests;
import dev.tenure.sim.world.Component;
import dev.tenure.sim.world.PlayedKinds;
import dev.tenure.wire.json.Document;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonNode;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// How long failed pods stay, what is remembered of them, and that owners are told whose pods fail again and
/// again.
final class FailedPodRetentionTest {
    private static final int ROUND = 21;

    private static Stage stage(Semantics semantics) {
        return Stage.of(semantics)
                .node("n")
                .create(DefinedTypes.DEFINITIONS, PlayedKinds.retentions())
                .at(60);
    }

    private static Stage stage() {
        return stage(Semantics.DOCUMENTED);
    }

    private static Stage retention(Stage stage, String name, String spec) {
        return stage.create(RetentionTypes.RETENTIONS, StageManifests.json("""
                {'apiVersion': 'tenure.dev/v1alpha1', 'kind': 'FailedPodRetention', 'metadata': {'name': '%s'},
                 'spec': {%s}}
                """.formatted(name, spec)));
    }

    /// A pod on `n` that its node has evicted, of an owner of a kind that nobody knows.
    private static void evicted(Stage stage, String name, String owner) {
        stage.pod(name);
        stage.patch(ResourceTypes.PODS, name, """
                {'metadata': {'ownerReferences': [{'apiVersion': 'example.com/v1', 'kind': 'Owner', 'name': '%1$s',
                 'uid': 'uid-%1$s', 'controller': true}]}}""".formatted(owner));
        fail(stage, name, "Evicted", "The node was low on resource: memory.");
    }

    private static void fail(Stage stage, String name, String reason, String message) {
        stage.patch(ResourceTypes.PODS, name, "status", """
                {'status': {'phase': 'Failed', 'reason': '%s', 'message': '%s'}}""".formatted(reason, message));
        stage.pass(1);
    }

    private static List<String> failed(Stage stage) {
        return ((ApiReply.Many) stage.client().list(ResourceTypes.PODS, "default", Map.of()))
                .items().stream()
                        .map(stored -> stored.view(Pod.class))
                        .filter(pod -> pod.status().phase() == PodPhase.FAILED)
                        .map(pod -> pod.meta().name())
                        .sorted()
                        .toList();
    }

    private static List<RemovedPods.Entry> removed(Stage stage) {
        return stage.client().get(ResourceTypes.CONFIG_MAPS, RemovedPods.NAMESPACE, RemovedPods.NAME)
                        instanceof ApiReply.One(var _, StoredObject map, var _)
                ? RemovedPods.read(Document.of(map.content())).entries()
                : List.of();
    }

    private static JsonNode status(Stage stage, String retention) {
        return Json.readObject(stage.find(RetentionTypes.RETENTIONS, retention)
                        .orElseThrow()
                        .json())
                .path("status");
    }

    @ParameterizedTest
    @EnumSource(Semantics.class)
    void ofEachOwnerTheNewestStayAndTheOthersAreRemembered(Semantics semantics) {
        Stage stage = retention(stage(semantics), "few", "'keepPerOwner': 2");
        for (int i = 1; i <= 4; i++) {
            evicted(stage, "a" + i, "a");
        }
        evicted(stage, "b1", "b");
        stage.pass(ROUND);
        assertThat(failed(stage)).containsExactly("a3", "a4", "b1");
        assertThat(removed(stage))
                .extracting(each -> each.pod() + " " + each.owner() + " " + each.node() + " " + each.reason())
                .containsExactly("a1 Owner default/a n Evicted", "a2 Owner default/a n Evicted");
        stage.pass(3);
        assertThat(status(stage, "few").path("kept").asInt()).isEqualTo(3);
        assertThat(status(stage, "few").path("removed").asInt()).isEqualTo(2);
    }

    @Test
    void withoutARetentionAllStay() {
        Stage stage = stage();
        for (int i = 1; i <= 4; i++) {
            evicted(stage, "a" + i, "a");
        }
        stage.pass(100_000);
        assertThat(failed(stage)).hasSize(4);
        assertThat(removed(stage)).isEmpty();
    }

    @Test
    void aPodGoesWhenItIsOldEnough() {
        Stage stage = retention(stage(), "hour", "'maxAgeSeconds': 3600");
        evicted(stage, "a1", "a");
        stage.pass(3590);
        assertThat(failed(stage)).hasSize(1);
        stage.pass(31);
        assertThat(failed(stage)).isEmpty();
        assertThat(removed(stage)).hasSize(1);
    }

    @Test
    void podsThatFailedThemselvesStayUnlessTheyAreMeant() {
        Stage stage = retention(stage(), "none", "'keepPerOwner': 0");
        stage.pod("crashed").pass(1);
        fail(stage, "crashed", "", "");
        stage.pass(ROUND);
        assertThat(failed(stage)).containsExactly("crashed");
        stage.patch(RetentionTypes.RETENTIONS, "none", "{'spec': {'failures': ['Other']}}")
                .pass(ROUND);
        assertThat(failed(stage)).isEmpty();
    }

    @Test
    void aDryRunRemovesNothing() {
        Stage stage = retention(stage(), "dry", "'keepPerOwner': 1, 'dryRun': true");
        for (int i = 1; i <= 4; i++) {
            evicted(stage, "a" + i, "a");
        }
        stage.pass(ROUND);
        assertThat(failed(stage)).hasSize(4);
        assertThat(removed(stage)).isEmpty();
        assertThat(status(stage, "dry").path("wouldRemove").asInt()).isEqualTo(3);
        stage.patch(RetentionTypes.RETENTIONS, "dry", "{'spec': {'dryRun': false}}")
                .pass(2 * ROUND);
        assertThat(failed(stage)).containsExactly("a4");
        assertThat(status(stage, "dry").path("wouldRemove").asInt(-1)).isZero();
        assertThat(status(stage, "dry").path("removed").asInt()).isEqualTo(3);
    }

    @Test
    void whatCannotBeRememberedStays() {
        Stage stage = retention(stage(), "few", "'keepPerOwner': 0");
        stage.cluster().path(Component.CONTROLLERS).failWhere(request -> {
            return request.target().name().equals(RemovedPods.NAME)
                    ? Optional.of(new Status(500, "InternalError", "not now", Optional.empty()))
                    : Optional.empty();
        });
        evicted(stage, "a1", "a");
        stage.pass(100);
        assertThat(failed(stage)).containsExactly("a1");
    }

    @Test
    void aRestartCountsOn() {
        Stage stage = retention(stage(), "few", "'keepPerOwner': 0");
        evicted(stage, "a1", "a");
        stage.pass(2 * ROUND);
        stage.cluster().restartControllers();
        evicted(stage, "a2", "a");
        stage.pass(2 * ROUND);
        assertThat(removed(stage)).extracting(RemovedPods.Entry::pod).containsExactly("a1", "a2");
        assertThat(status(stage, "few").path("removed").asInt()).isEqualTo(2);
    }

    @Test
    void anOwnerWhosePodsFailAgainAndAgainIsTold() {
        Stage stage = retention(stage(), "few", "'keepPerOwner': 0, 'loops': {'times': 3, 'windowSeconds': 300}");
        evicted(stage, "a1", "a");
        evicted(stage, "a2", "a");
        stage.pass(2 * ROUND);
        assertThat(stage.events("EvictionLoop")).isEmpty();
        evicted(stage, "a3", "a");
        evicted(stage, "b1", "b");
        stage.pass(ROUND);
        assertThat(stage.events("EvictionLoop"))
                .containsExactly("EvictionLoop: 3 pods failed on node n within a short time, the last with Evicted:"
                        + " The node was low on resource: memory.");
        stage.pass(ROUND);
        assertThat(status(stage, "few").path("loops").asInt()).isEqualTo(1);
        stage.pass(400);
        assertThat(status(stage, "few").path("loops").asInt(-1)).isZero();
        assertThat(stage.events("EvictionLoop")).hasSize(1);
    }

    /// k8s#94245: the template names the node, so the scheduler is not asked, and the node takes none.
    @Test
    void aReplicaSetThatNamesItsNodeKeepsFewPodsThere() {
        Stage stage = retention(stage(), "few", "'keepPerOwner': 3, 'loops': {}");
        stage.create(ResourceTypes.REPLICA_SETS, StageManifests.json("""
                {'metadata': {'name': 'rs'}, 'spec': {'replicas': 1, 'selector': {'matchLabels': {'app': 'rs'}},
                 'template': {'metadata': {'labels': {'app': 'rs'}}, 'spec': {'nodeName': 'n',
                  'nodeSelector': {'there': 'is-none'}, 'containers': [{'name': 'main', 'image': 'registry.test/a:1'}]}}}}
                """));
        stage.pass(60);
        int made = removed(stage).stream().mapToInt(RemovedPods.Entry::pods).sum();
        assertThat(made).isGreaterThan(100);
        assertThat(removed(stage)).hasSizeLessThan(30);
        assertThat(failed(stage)).hasSizeLessThan(made);
        assertThat(stage.events("EvictionLoop"))
                .singleElement(STRING)
                .contains("pods failed on node n within a short time, the last with NodeAffinity: Pod was rejected: ");
    }
}
