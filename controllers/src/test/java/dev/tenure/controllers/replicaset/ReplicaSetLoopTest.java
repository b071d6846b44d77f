package dev.tenure.controllers.replicaset;

import static dev.tenure.model.meta.ResourceTypes.PODS;
import static dev.tenure.model.meta.ResourceTypes.REPLICA_SETS;
import static dev.tenure.testkit.cluster.MemoryApi.status;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.controllers.stage.LoopStage;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

final class ReplicaSetLoopTest {
    private static final String MAKE = "create pods default";
    private static final String REPORT = "patch replicasets default/web/status";

    private final LoopStage stage = new LoopStage(PODS, REPLICA_SETS);
    private final ReplicaSetLoop loop = new ReplicaSetLoop(stage.context(), ReplicaKind.SETS);

    private void set(int replicas, String meta, String spec) {
        stage.put(REPLICA_SETS, """
                apiVersion: apps/v1
                kind: ReplicaSet
                metadata: {name: web, namespace: default, uid: of-web, generation: 1%s}
                spec:
                  replicas: %d
                  selector: {matchLabels: {app: web}}
                  template: {metadata: {labels: {app: web}}, spec: {containers: [{name: c, image: i}]}}
                %s
                """.formatted(meta, replicas, spec.indent(2)));
    }

    private void pod(String name, String more) {
        stage.put(PODS, """
                kind: Pod
                metadata: {name: %s, namespace: default, labels: {app: web}%s}
                spec: {nodeName: node-1}
                status: {phase: Running, conditions: [{type: Ready, status: "True", lastTransitionTime: "2026-01-01T00:00:00Z"}]}
                """.formatted(name, more));
    }

    private static final String OWNED =
            ", ownerReferences: [{apiVersion: apps/v1, kind: ReplicaSet, name: web, uid: of-web, controller: true}]";

    private long made() {
        return Collections.frequency(stage.writes(), MAKE);
    }

    private int told(String count) {
        return stage.the(REPLICA_SETS, "default", "web")
                .path("status")
                .path(count)
                .asInt();
    }

    @Test
    void asManyPodsAreMadeAsAreMissing() {
        pod("web-a", OWNED);
        set(3, "", "");
        stage.begin(loop::start);
        assertThat(made()).isEqualTo(2);
        assertThat(stage.api().all(PODS)).hasSize(3);
        assertThat(told("replicas")).isEqualTo(3);
        assertThat(told("readyReplicas")).isEqualTo(1);
        assertThat(stage.events())
                .hasSize(2)
                .allMatch(event -> event.startsWith("SuccessfulCreate: Created pod: web-"));
    }

    @Test
    void whatIsMadeBelongsToTheSet() {
        set(1, "", "");
        stage.begin(loop::start);
        var pod = stage.api().all(PODS).getFirst();
        assertThat(pod.header().ownerUids()).containsExactly("of-web");
        assertThat(pod.header().labels()).containsEntry("app", "web");
    }

    @Test
    void asManyAreDeletedAsAreTooMany() {
        for (String name : List.of("web-a", "web-b", "web-c")) {
            pod(name, OWNED);
        }
        set(1, "", "");
        stage.begin(loop::start);
        assertThat(stage.api().all(PODS)).hasSize(1);
        assertThat(stage.events()).hasSize(2).allMatch(event -> event.startsWith("SuccessfulDelete: "));
    }

    /// A set of one pod, which is there and runs.
    private void beginWithOnePod() {
        set(1, "", "");
        pod("web-a", OWNED);
        stage.begin(loop::start);
        stage.writes();
    }

    @Test
    void aPodThatGoesIsReplaced() {
        beginWithOnePod();
        stage.remove(PODS, "default", "web-a");
        assertThat(stage.writes()).contains(MAKE);
    }

    @Test
    void whoHasEndedDoesNotCount() {
        beginWithOnePod();
        stage.edit(PODS, "default", "web-a", pod -> pod.withObject("/status").put("phase", "Failed"));
        assertThat(made()).isOne();
    }

    @Test
    void aSetThatIsBeingDeletedMakesNothing() {
        set(2, ", deletionTimestamp: \"2026-01-01T00:00:00Z\", finalizers: [foregroundDeletion]", "");
        pod("orphan", "");
        stage.begin(loop::start);
        assertThat(stage.writes()).doesNotContain(MAKE, "patch pods default/orphan");
    }

    @Test
    void aPodWithoutOwnerIsAdopted() {
        set(1, "", "");
        pod("orphan", "");
        stage.begin(loop::start);
        assertThat(stage.writes()).contains("patch pods default/orphan").doesNotContain(MAKE);
        assertThat(stage.api().all(PODS).getFirst().header().ownerUids()).containsExactly("of-web");
    }

    @Test
    void aPodWhoseLabelsNoLongerFitIsReleasedAndReplaced() {
        beginWithOnePod();
        stage.edit(
                PODS,
                "default",
                "web-a",
                pod -> pod.withObject("/metadata/labels").put("app", "other"));
        assertThat(stage.writes()).contains("patch pods default/web-a", MAKE);
    }

    @Test
    void whyNoPodCanBeMadeIsToldAndItIsTriedAgain() {
        set(1, "", "");
        stage.refuseWrites(PODS, status(403, "Forbidden"));
        stage.begin(loop::start);
        assertThat(stage.events()).contains("FailedCreate: Error creating: Forbidden for a test");
        assertThat(stage.the(REPLICA_SETS, "default", "web").path("status").toString())
                .contains("ReplicaFailure");
        stage.refuseNothing();
        stage.advance(Duration.ofMinutes(1));
        assertThat(stage.api().all(PODS)).hasSize(1);
        assertThat(stage.the(REPLICA_SETS, "default", "web").path("status").toString())
                .doesNotContain("ReplicaFailure");
    }

    @Test
    void aDeletionThatFailsIsToldAndTriedAgain() {
        set(0, "", "");
        pod("web-a", OWNED);
        stage.refuseWrites(PODS, status(500, "InternalError"));
        stage.begin(loop::start);
        assertThat(stage.events()).contains("FailedDelete: Error deleting: InternalError for a test");
        stage.refuseNothing();
        stage.advance(Duration.ofSeconds(1));
        assertThat(stage.api().all(PODS)).isEmpty();
    }

    @Test
    void aReadyPodIsAvailableOnceItHasBeenReadyForLongEnough() {
        pod("web-a", OWNED);
        set(1, "", "minReadySeconds: 30");
        stage.begin(loop::start);
        assertThat(told("availableReplicas")).isZero();
        stage.advance(Duration.ofSeconds(29));
        assertThat(told("availableReplicas")).isZero();
        stage.advance(Duration.ofSeconds(1));
        assertThat(told("availableReplicas")).isOne();
    }

    @Test
    void nothingIsWrittenWhereAllIsAsItShouldBe() {
        pod("web-a", OWNED);
        set(1, "", "");
        stage.begin(loop::start);
        assertThat(stage.writes()).containsExactly(REPORT);
        stage.advance(Duration.ofMinutes(10));
        assertThat(stage.writes()).isEmpty();
    }
}
