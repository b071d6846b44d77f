package dev.tenure.controllers.deployment;

import static dev.tenure.model.meta.ResourceTypes.DEPLOYMENTS;
import static dev.tenure.model.meta.ResourceTypes.REPLICA_SETS;
import static dev.tenure.testkit.cluster.MemoryApi.status;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.controllers.stage.LoopStage;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.ObjectNode;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

final class DeploymentLoopTest {
    private static final String MAKE = "create replicasets default";

    private final LoopStage stage = new LoopStage(DEPLOYMENTS, REPLICA_SETS);
    private final DeploymentLoop loop = new DeploymentLoop(stage.context());
    private int generation;

    private void deployment(int replicas, String image, String meta, String spec) {
        stage.put(DEPLOYMENTS, """
                apiVersion: apps/v1
                kind: Deployment
                metadata: {name: web, namespace: default, uid: of-web, generation: %d%s}
                spec:
                  replicas: %d
                  selector: {matchLabels: {app: web}}
                  strategy: {type: RollingUpdate, rollingUpdate: {maxSurge: 1, maxUnavailable: 0}}
                  template: {metadata: {labels: {app: web}}, spec: {containers: [{name: c, image: %s}]}}
                %s
                """.formatted(++generation, meta, replicas, image, spec.indent(2)));
    }

    private List<ObjectNode> sets() {
        return stage.all(REPLICA_SETS);
    }

    private List<Integer> sizes() {
        return sets().stream()
                .map(set -> set.path("spec").path("replicas").asInt())
                .toList();
    }

    private static String number(JsonNode object) {
        return object.path("metadata")
                .path("annotations")
                .path("deployment.kubernetes.io/revision")
                .asText();
    }

    @Test
    void aDeploymentMakesOneSetAndNumbersIt() {
        deployment(2, "a", "", "");
        stage.begin(loop::start);
        assertThat(sizes()).containsExactly(2);
        assertThat(stage.writes()).containsOnlyOnce(MAKE);
        assertThat(number(sets().getFirst())).isEqualTo("1");
        assertThat(number(stage.the(DEPLOYMENTS, "default", "web"))).isEqualTo("1");
        assertThat(stage.events()).hasSize(1).first().asString().endsWith("from 0 to 2");
    }

    @Test
    void aNewTemplateGrowsByTheSurge() {
        deployment(2, "a", "", "");
        stage.begin(loop::start);
        deployment(2, "b", "", "");
        assertThat(sizes()).as("2 of the old, 1 of the new").containsExactlyInAnyOrder(2, 1);
        assertThat(sets()).extracting(DeploymentLoopTest::number).containsExactlyInAnyOrder("1", "2");
    }

    @Test
    void anotherSizeIsPassedOnToTheSet() {
        deployment(2, "a", "", "");
        stage.begin(loop::start);
        deployment(5, "a", "", "");
        assertThat(sizes()).containsExactly(5);
        assertThat(stage.events()).last().asString().contains("Scaled up").endsWith("from 2 to 5");
        deployment(1, "a", "", "");
        assertThat(sizes()).containsExactly(1);
        assertThat(stage.events()).last().asString().contains("Scaled down").endsWith("from 5 to 1");
    }

    @Test
    void aPausedOneMakesNoSetForANewTemplate() {
        deployment(2, "a", "", "");
        stage.begin(loop::start);
        deployment(2, "b", "", "paused: true");
        assertThat(sizes()).containsExactly(2);
        deployment(3, "b", "", "paused: true");
        assertThat(sizes()).as("its size is passed on").containsExactly(3);
    }

    @Test
    void aDeploymentThatIsBeingDeletedMakesNothing() {
        deployment(2, "a", ", deletionTimestamp: \"2026-01-01T00:00:00Z\", finalizers: [foregroundDeletion]", "");
        stage.begin(loop::start);
        assertThat(stage.writes()).doesNotContain(MAKE);
    }

    @Test
    void aSetWithoutOwnerIsAdopted() {
        deployment(2, "a", "", "");
        stage.put(REPLICA_SETS, """
                apiVersion: apps/v1
                kind: ReplicaSet
                metadata: {name: stray, namespace: default, labels: {app: web}}
                spec: {replicas: 0, selector: {matchLabels: {app: web}}}
                """);
        stage.begin(loop::start);
        assertThat(stage.writes()).contains("patch replicasets default/stray");
        assertThat(stage.api()
                        .get(REPLICA_SETS, "default", "stray")
                        .orElseThrow()
                        .header()
                        .ownerUids())
                .containsExactly("of-web");
    }

    @Test
    void aSetThatIsDeletedIsMadeAgain() {
        deployment(1, "a", "", "");
        stage.begin(loop::start);
        stage.writes();
        stage.remove(
                REPLICA_SETS,
                "default",
                stage.api().all(REPLICA_SETS).getFirst().key().name());
        assertThat(stage.writes()).contains(MAKE);
    }

    @Test
    void whyNoSetCanBeMadeIsToldAndItIsTriedAgain() {
        deployment(1, "a", "", "");
        stage.refuseWrites(REPLICA_SETS, status(403, "Forbidden"));
        stage.begin(loop::start);
        assertThat(stage.events())
                .anyMatch(event -> event.startsWith("ReplicaSetCreateError: Failed to create new replica set \"web-"));
        stage.refuseNothing();
        stage.advance(Duration.ofSeconds(1));
        assertThat(sizes()).containsExactly(1);
    }

    @Test
    void ofOldSetsAsManyStayAsTheHistoryKeeps() {
        deployment(0, "a", "", "revisionHistoryLimit: 1");
        stage.begin(loop::start);
        for (String image : List.of("b", "c", "d")) {
            deployment(0, image, "", "revisionHistoryLimit: 1");
            stage.api().all(REPLICA_SETS).forEach(this::observe);
        }
        assertThat(sets()).extracting(DeploymentLoopTest::number).containsExactlyInAnyOrder("3", "4");
    }

    /// As the controller of sets does it.
    private void observe(StoredObject set) {
        stage.edit(
                REPLICA_SETS,
                "default",
                set.key().name(),
                tree -> tree.putObject("status").put("observedGeneration", 1).put("replicas", 0));
    }

    @Test
    void whatIsThereIsToldInTheStatus() {
        deployment(2, "a", "", "");
        stage.begin(loop::start);
        String set = sets().getFirst().at("/metadata/name").asText();
        stage.edit(
                REPLICA_SETS,
                "default",
                set,
                tree -> tree.putObject("status")
                        .put("observedGeneration", 1)
                        .put("replicas", 2)
                        .put("readyReplicas", 2)
                        .put("availableReplicas", 2));
        JsonNode told = stage.the(DEPLOYMENTS, "default", "web").path("status");
        assertThat(told.path("replicas").asInt()).isEqualTo(2);
        assertThat(told.path("availableReplicas").asInt()).isEqualTo(2);
        assertThat(told.path("observedGeneration").asInt()).isEqualTo(1);
        stage.writes();
        stage.advance(Duration.ofHours(1));
        assertThat(stage.writes()).isEmpty();
    }

    @Test
    void aRolloutThatComesToNothingIsToldToBeOverdue() {
        deployment(2, "a", "", "progressDeadlineSeconds: 60");
        stage.begin(loop::start);
        stage.advance(Duration.ofSeconds(59));
        assertThat(stage.the(DEPLOYMENTS, "default", "web").path("status").toString())
                .doesNotContain("ProgressDeadlineExceeded");
        stage.advance(Duration.ofSeconds(2));
        assertThat(stage.the(DEPLOYMENTS, "default", "web").path("status").toString())
                .contains("ProgressDeadlineExceeded");
    }

    @Test
    void aNameThatAnotherSetHasIsLeftToIt() {
        deployment(1, "a", "", "");
        stage.begin(loop::start);
        String taken = sets().getFirst().at("/metadata/name").asText();
        stage.api().remove(REPLICA_SETS, "default", taken);
        stage.put(REPLICA_SETS, """
                apiVersion: apps/v1
                kind: ReplicaSet
                metadata: {name: %s, namespace: default, labels: {app: other}}
                spec: {selector: {matchLabels: {app: other}}, template: {metadata: {labels: {app: other}}, spec: {}}}
                """.formatted(taken));
        stage.advance(Duration.ofSeconds(5));
        assertThat(stage.the(DEPLOYMENTS, "default", "web")
                        .at("/status/collisionCount")
                        .asInt())
                .isOne();
        assertThat(stage.api().all(REPLICA_SETS)).hasSize(2);
    }

    @Test
    void howLongPodsHaveToBeReadyIsPassedOn() {
        deployment(1, "a", "", "");
        stage.begin(loop::start);
        deployment(1, "a", "", "minReadySeconds: 30");
        assertThat(sets()).hasSize(1);
        assertThat(sets().getFirst().at("/spec/minReadySeconds").asInt()).isEqualTo(30);
    }

    @Test
    void aSizeThatCouldNotBeWrittenIsNotToldAndTriedAgain() {
        deployment(2, "a", "", "");
        stage.begin(loop::start);
        int told = stage.events().size();
        stage.refuseWrites(REPLICA_SETS, status(500, "InternalError"));
        deployment(5, "a", "", "");
        assertThat(stage.events()).hasSize(told);
        stage.refuseNothing();
        stage.advance(Duration.ofSeconds(1));
        assertThat(sizes()).containsExactly(5);
        assertThat(stage.events()).hasSize(told + 1);
    }

    @Test
    void aSetOfNobodyIsNotToldAsScaled() {
        deployment(0, "a", "", "");
        stage.begin(loop::start);
        assertThat(sizes()).containsExactly(0);
        assertThat(stage.events()).isEmpty();
    }
}
