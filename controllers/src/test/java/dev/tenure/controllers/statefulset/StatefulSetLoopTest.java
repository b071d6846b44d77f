package dev.tenure.controllers.statefulset;

import static dev.tenure.model.meta.ResourceTypes.CONTROLLER_REVISIONS;
import static dev.tenure.model.meta.ResourceTypes.PERSISTENT_VOLUME_CLAIMS;
import static dev.tenure.model.meta.ResourceTypes.PODS;
import static dev.tenure.model.meta.ResourceTypes.STATEFUL_SETS;
import static dev.tenure.testkit.cluster.MemoryApi.status;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.controllers.stage.LoopStage;
import dev.tenure.wire.json.JsonNode;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

final class StatefulSetLoopTest {
    private final LoopStage stage = new LoopStage(STATEFUL_SETS, CONTROLLER_REVISIONS, PODS, PERSISTENT_VOLUME_CLAIMS);
    private final StatefulSetLoop loop = new StatefulSetLoop(stage.context());
    private int generation;

    private void set(int replicas, String image, String meta, String spec) {
        stage.put(STATEFUL_SETS, """
                apiVersion: apps/v1
                kind: StatefulSet
                metadata: {name: db, namespace: default, uid: of-db, generation: %d%s}
                spec:
                  replicas: %d
                  serviceName: db
                  selector: {matchLabels: {app: db}}
                  updateStrategy: {type: RollingUpdate}
                  template: {metadata: {labels: {app: db}}, spec: {containers: [{name: c, image: %s}]}}
                %s
                """.formatted(++generation, meta, replicas, image, spec.indent(2)));
    }

    private void set(int replicas, String image) {
        set(replicas, image, "", "");
    }

    private List<String> names() {
        return stage.api().all(PODS).stream().map(pod -> pod.key().name()).toList();
    }

    private JsonNode pod(String name) {
        return stage.the(PODS, "default", name);
    }

    /// As its node reports it.
    private void ready(String name) {
        stage.edit(
                PODS,
                "default",
                name,
                pod -> pod.putObject("status")
                        .put("phase", "Running")
                        .putArray("conditions")
                        .addObject()
                        .put("type", "Ready")
                        .put("status", "True")
                        .put("lastTransitionTime", "2026-01-01T00:00:00Z"));
    }

    private JsonNode told() {
        return stage.the(STATEFUL_SETS, "default", "db").path("status");
    }

    @Test
    void podsComeOneAfterAnother() {
        set(3, "a");
        stage.begin(loop::start);
        assertThat(names()).containsExactly("db-0");
        ready("db-0");
        assertThat(names()).containsExactly("db-0", "db-1");
        ready("db-1");
        assertThat(names()).containsExactly("db-0", "db-1", "db-2");
        assertThat(told().path("replicas").asInt()).isEqualTo(3);
        assertThat(told().path("readyReplicas").asInt()).isEqualTo(2);
        assertThat(stage.events()).contains("SuccessfulCreate: Create Pod db-0 in StatefulSet db successful");
    }

    @Test
    void inParallelAllComeAtOnce() {
        set(3, "a", "", "podManagementPolicy: Parallel");
        stage.begin(loop::start);
        assertThat(names()).containsExactly("db-0", "db-1", "db-2");
    }

    @Test
    void whatIsTooManyGoesFromTheEnd() {
        set(2, "a");
        stage.begin(loop::start);
        ready("db-0");
        ready("db-1");
        set(1, "a");
        assertThat(names()).containsExactly("db-0");
        assertThat(stage.events()).contains("SuccessfulDelete: Delete Pod db-1 in StatefulSet db successful");
    }

    @Test
    void aNewTemplateReplacesPodsFromTheEnd() {
        set(2, "a");
        stage.begin(loop::start);
        ready("db-0");
        ready("db-1");
        set(2, "b");
        assertThat(pod("db-1").at("/spec/containers/0/image").asText()).isEqualTo("b");
        assertThat(pod("db-0").at("/spec/containers/0/image").asText()).isEqualTo("a");
        assertThat(stage.api().all(CONTROLLER_REVISIONS)).hasSize(2);
        ready("db-1");
        assertThat(pod("db-0").at("/spec/containers/0/image").asText()).isEqualTo("b");
    }

    @Test
    void eachPodGetsItsClaimBeforeItIsMade() {
        set(1, "a", "", "volumeClaimTemplates: [{metadata: {name: data}, spec: {}}]");
        stage.begin(loop::start);
        assertThat(stage.writes().stream().filter(write -> write.startsWith("create p")))
                .containsExactly("create persistentvolumeclaims default", "create pods default");
        assertThat(stage.api().get(PERSISTENT_VOLUME_CLAIMS, "default", "data-db-0"))
                .isPresent();
        assertThat(stage.events())
                .contains("SuccessfulCreate: Create Claim data-db-0 Pod db-0 in StatefulSet db success");
        stage.remove(PODS, "default", "db-0");
        assertThat(names()).containsExactly("db-0");
        assertThat(stage.events()).noneMatch(event -> event.startsWith("FailedCreate"));
    }

    @Test
    void aClaimThatCannotBeMadeIsToldOf() {
        set(1, "a", "", "volumeClaimTemplates: [{metadata: {name: data}, spec: {}}]");
        stage.refuseWrites(PERSISTENT_VOLUME_CLAIMS, status(403, "Forbidden"));
        stage.begin(loop::start);
        assertThat(stage.events())
                .contains("FailedCreate: Create Claim data-db-0 for Pod db-0 in StatefulSet db failed error:"
                        + " Forbidden for a test");
    }

    @Test
    void onlyPodsOfItsNamesAreAdopted() {
        for (String name : List.of("db-0", "other")) {
            stage.put(PODS, "{kind: Pod, metadata: {name: %s, namespace: default, labels: {app: db}}}".formatted(name));
        }
        set(1, "a");
        stage.begin(loop::start);
        assertThat(pod("db-0").at("/metadata/ownerReferences/0/uid").asText()).isEqualTo("of-db");
        assertThat(pod("other").path("metadata").has("ownerReferences")).isFalse();
    }

    @Test
    void aPodThatMatchesNoLongerIsLetGo() {
        set(1, "a");
        stage.begin(loop::start);
        stage.writes();
        stage.edit(
                PODS,
                "default",
                "db-0",
                pod -> pod.withObject("/metadata").putObject("labels").put("app", "mine"));
        assertThat(stage.writes()).contains("patch pods default/db-0");
    }

    @Test
    void aSetThatIsBeingDeletedMakesNothing() {
        set(1, "a", ", deletionTimestamp: \"2026-01-01T00:00:00Z\"", "");
        stage.begin(loop::start);
        assertThat(stage.writes()).isEmpty();
    }

    @Test
    void aRefusedPodIsToldOfAndTriedAgain() {
        set(1, "a");
        stage.refuseWrites(PODS, status(500, "InternalError"));
        stage.begin(loop::start);
        assertThat(stage.events())
                .contains("FailedCreate: Create Pod db-0 in StatefulSet db failed error: InternalError for a test");
        stage.refuseNothing();
        stage.advance(Duration.ofMinutes(1));
        assertThat(names()).containsExactly("db-0");
    }

    @Test
    void aRefusedDeletionIsToldOfAndTriedAgain() {
        set(1, "a");
        stage.begin(loop::start);
        ready("db-0");
        stage.refuseWrites(PODS, status(500, "InternalError"));
        set(0, "a");
        assertThat(stage.events())
                .contains("FailedDelete: Delete Pod db-0 in StatefulSet db failed error: InternalError for a test");
        stage.refuseNothing();
        stage.advance(Duration.ofMinutes(1));
        assertThat(names()).isEmpty();
    }

    @Test
    void aSetIsLookedAtAgainWhenAPodBecomesAvailable() {
        set(1, "a", "", "minReadySeconds: 30");
        stage.begin(loop::start);
        ready("db-0");
        assertThat(told().path("availableReplicas").asInt()).isZero();
        stage.advance(Duration.ofSeconds(30));
        assertThat(told().path("availableReplicas").asInt()).isOne();
    }
}
