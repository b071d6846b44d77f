package dev.tenure.controllers.job;

import static dev.tenure.model.meta.ResourceTypes.JOBS;
import static dev.tenure.model.meta.ResourceTypes.PODS;
import static dev.tenure.testkit.cluster.MemoryApi.status;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.controllers.stage.LoopStage;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.ObjectNode;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

final class JobLoopTest {
    private static final String MAKE = "create pods default";

    private final LoopStage stage = new LoopStage(JOBS, PODS);
    private final JobLoop loop = new JobLoop(stage.context());

    private void job(String meta, String spec) {
        stage.put(JOBS, """
                apiVersion: batch/v1
                kind: Job
                metadata: {name: work, namespace: default, uid: of-work, creationTimestamp: "2026-01-01T00:00:00Z"%s}
                spec:
                  selector: {matchLabels: {job: work}}
                  template: {metadata: {labels: {job: work}}, spec: {restartPolicy: Never, containers: [{name: c, image: i}]}}
                %s
                """.formatted(meta, spec.indent(2)));
    }

    private void job(String spec) {
        job("", spec);
    }

    private List<ObjectNode> pods() {
        return stage.all(PODS);
    }

    private long made() {
        return Collections.frequency(stage.writes(), MAKE);
    }

    /// The first pod comes to an end, and the job is looked at.
    private void ends(String phase) {
        String name = pods().getFirst().at("/metadata/name").asText();
        stage.edit(PODS, "default", name, pod -> pod.putObject("status").put("phase", phase));
        stage.advance(Duration.ofSeconds(2));
    }

    private JsonNode told() {
        return stage.the(JOBS, "default", "work").path("status");
    }

    private Stream<String> conditions() {
        var types = Stream.<String>builder();
        told().path("conditions")
                .forEach(condition -> types.add(condition.path("type").asText()));
        return types.build();
    }

    @Test
    void asManyPodsRunAtOnceAsMayAndAsManyAsAreLeft() {
        job("parallelism: 2\ncompletions: 3");
        stage.begin(loop::start);
        assertThat(pods()).hasSize(2);
        assertThat(told().path("active").asInt()).isEqualTo(2);
        ends("Succeeded");
        assertThat(told().path("succeeded").asInt()).isOne();
        assertThat(pods()).hasSize(3);
        assertThat(stage.events())
                .hasSize(3)
                .allMatch(event -> event.startsWith("SuccessfulCreate: Created pod: work-"));
    }

    @Test
    void aJobIsCompleteOnceAllHaveSucceeded() {
        job("parallelism: 1\ncompletions: 1");
        stage.begin(loop::start);
        ends("Succeeded");
        assertThat(conditions()).contains("Complete");
        assertThat(stage.events()).contains("Completed: Job completed");
        assertThat(pods().getFirst().at("/metadata/finalizers"))
                .as("it is counted")
                .isEmpty();
        stage.writes();
        stage.advance(Duration.ofHours(1));
        assertThat(stage.writes()).isEmpty();
    }

    @Test
    void afterAFailureTheNextPodWaits() {
        job("parallelism: 1\ncompletions: 1\nbackoffLimit: 3");
        stage.begin(loop::start);
        ends("Failed");
        stage.writes();
        stage.advance(Duration.ofSeconds(5));
        assertThat(made()).isZero();
        stage.advance(Duration.ofSeconds(10));
        assertThat(made()).isOne();
        assertThat(told().path("failed").asInt()).isOne();
    }

    @Test
    void aJobWithoutAnotherTryHasFailed() {
        job("parallelism: 1\ncompletions: 1\nbackoffLimit: 0");
        stage.begin(loop::start);
        ends("Failed");
        assertThat(conditions()).contains("Failed");
        assertThat(stage.events()).anyMatch(event -> event.startsWith("BackoffLimitExceeded: "));
    }

    @Test
    void aJobThatTakesTooLongFailsAndItsPodsGo() {
        job("parallelism: 1\ncompletions: 1\nactiveDeadlineSeconds: 60");
        stage.begin(loop::start);
        stage.advance(Duration.ofSeconds(59));
        assertThat(pods()).hasSize(1);
        stage.advance(Duration.ofSeconds(3));
        assertThat(pods()).isEmpty();
        assertThat(stage.events())
                .anyMatch(event -> event.startsWith("DeadlineExceeded: "))
                .anyMatch(event -> event.startsWith("SuccessfulDelete: Deleted pod: work-"));
    }

    @Test
    void whileAJobIsSuspendedItHasNoPods() {
        job("parallelism: 2\ncompletions: 2\nsuspend: true");
        stage.begin(loop::start);
        assertThat(pods()).isEmpty();
        assertThat(conditions()).contains("Suspended");
        assertThat(stage.events()).containsExactly("Suspended: Job suspended");
    }

    @Test
    void anIndexedJobMakesEachNumberOnce() {
        job("parallelism: 3\ncompletions: 3\ncompletionMode: Indexed");
        stage.begin(loop::start);
        assertThat(pods().stream()
                        .map(pod -> pod.at("/metadata/annotations")
                                .path("batch.kubernetes.io/job-completion-index")
                                .asText()))
                .containsExactlyInAnyOrder("0", "1", "2");
    }

    @Test
    void aFinishedJobGoesWhenItsTimeIsOver() {
        job("parallelism: 1\ncompletions: 1\nttlSecondsAfterFinished: 60");
        stage.begin(loop::start);
        ends("Succeeded");
        stage.writes();
        stage.advance(Duration.ofSeconds(50));
        assertThat(stage.writes()).isEmpty();
        stage.advance(Duration.ofSeconds(15));
        assertThat(stage.writes()).contains("delete jobs default/work");
    }

    @Test
    void aJobOfAnotherManagerIsLeftAlone() {
        job("parallelism: 1\ncompletions: 1\nmanagedBy: others.io/queue");
        stage.begin(loop::start);
        assertThat(stage.writes()).isEmpty();
    }

    @Test
    void aPodThatMatchesIsAdopted() {
        stage.put(PODS, "{kind: Pod, metadata: {name: stray, namespace: default, labels: {job: work}}}");
        job("parallelism: 1\ncompletions: 1");
        stage.begin(loop::start);
        assertThat(stage.the(PODS, "default", "stray")
                        .at("/metadata/ownerReferences/0/uid")
                        .asText())
                .isEqualTo("of-work");
        assertThat(pods()).hasSize(1);
    }

    @Test
    void aPodOfAJobThatIsGoneIsLetGo() {
        stage.put(PODS, """
                kind: Pod
                metadata:
                  name: old
                  namespace: default
                  finalizers: [batch.kubernetes.io/job-tracking]
                  ownerReferences: [{apiVersion: batch/v1, kind: Job, name: gone, uid: of-gone, controller: true}]
                """);
        stage.begin(loop::start);
        assertThat(stage.writes()).containsExactly("patch pods default/old");
    }

    @Test
    void aRefusedPodIsToldOfAndTriedAgain() {
        job("parallelism: 1\ncompletions: 1");
        stage.refuseWrites(PODS, status(500, "InternalError"));
        stage.begin(loop::start);
        assertThat(stage.events()).contains("FailedCreate: Error creating: InternalError for a test");
        stage.refuseNothing();
        stage.advance(Duration.ofMinutes(1));
        assertThat(pods()).hasSize(1);
    }
}
