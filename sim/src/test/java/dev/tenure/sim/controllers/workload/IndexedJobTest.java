package dev.tenure.sim.controllers.workload;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.controllers.tainteviction.stay.Semantics;
import dev.tenure.model.batch.Job;
import dev.tenure.model.core.Pod;
import dev.tenure.model.core.PodPhase;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.sim.stage.Stage;
import dev.tenure.sim.stage.StageManifests;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/// Indexed jobs whose numbers fail or succeed by themselves, as upstream's end-to-end tests have them.
final class IndexedJobTest {
    private static final String FAILURES = "batch.kubernetes.io/job-index-failure-count";
    private static final String ODD_FAILS =
            "if [ $(expr ${JOB_COMPLETION_INDEX} % 2) -ne 0 ]; then exit 1; else exit 0; fi";
    private static final String EVEN_RUNS =
            "if [ $(expr ${JOB_COMPLETION_INDEX} % 2) -ne 0 ]; then sleep 1000; else exit 0; fi";

    private final Stage stage = Stage.of(Semantics.DOCUMENTED).nodes("a", 3);

    IndexedJobTest() {
        stage.cluster().startScheduler();
        stage.at(30).begin();
    }

    private void job(String command, String spec) {
        stage.create(ResourceTypes.JOBS, StageManifests.json("""
            {'apiVersion': 'batch/v1', 'kind': 'Job', 'metadata': {'name': 'once'}, 'spec': {
              'completionMode': 'Indexed', %s
              'template': {'spec': {'restartPolicy': 'Never', 'containers': [
                {'name': 'main', 'image': 'busybox', 'command': ['sh', '-c', '%s']}]}}}}
            """.formatted(spec, command)));
    }

    private Job.JobStatus status() {
        return stage.find(ResourceTypes.JOBS, "once")
                .orElseThrow()
                .view(Job.class)
                .status();
    }

    private List<Pod> pods() {
        return stage.all(ResourceTypes.PODS).stream()
                .map(pod -> pod.view(Pod.class))
                .toList();
    }

    private String reason(String type) {
        return status().conditions().stream()
                .filter(condition -> condition.type().equals(type) && condition.isTrue())
                .map(condition -> condition.reason() + ": " + condition.message())
                .findFirst()
                .orElse("");
    }

    @Test
    void aNumberIsGivenUpOnceItHasFailedTooOften() {
        job(ODD_FAILS, "'completions': 4, 'parallelism': 4, 'backoffLimitPerIndex': 1,");
        stage.at(5);
        assertThat(status().completedIndexes()).isEqualTo("0,2");
        assertThat(status().failedIndexes()).contains("");
        assertThat(status().failed())
                .as("failed pods are kept until others take their place")
                .isZero();
        stage.at(9);
        assertThat(pods()).hasSize(4);
        stage.at(60);
        assertThat(status().failedIndexes()).contains("1,3");
        assertThat(status().failed()).isEqualTo(4);
        assertThat(reason("Failed")).isEqualTo("FailedIndexes: Job has failed indexes");
        Map<String, Integer> counts = new TreeMap<>();
        pods().stream()
                .filter(pod -> pod.status().phase() == PodPhase.FAILED)
                .forEach(pod -> counts.merge(pod.meta().annotations().getOrDefault(FAILURES, "none"), 1, Integer::sum));
        assertThat(counts).isEqualTo(Map.of("0", 2, "1", 2));
    }

    @Test
    void aPolicyGivesANumberUpAtOnce() {
        job(
                ODD_FAILS,
                "'completions': 2, 'parallelism': 2, 'backoffLimitPerIndex': 1, 'podFailurePolicy': {'rules': [{"
                        + "'action': 'FailIndex', 'onExitCodes': {'operator': 'In', 'values': [1]}}]},");
        stage.at(20);
        assertThat(status().failedIndexes()).contains("1");
        assertThat(status().completedIndexes()).isEqualTo("0");
        assertThat(status().failed()).isOne();
        assertThat(status().is("Failed")).isTrue();
    }

    @Test
    void tooManyNumbersThatAreGivenUpEndTheJob() {
        job(ODD_FAILS, "'completions': 10, 'parallelism': 10, 'backoffLimitPerIndex': 0, 'maxFailedIndexes': 1,");
        stage.at(20);
        assertThat(reason("Failed"))
                .isEqualTo("MaxFailedIndexesExceeded: Job has exceeded the specified maximal number of failed indexes");
    }

    @Test
    void someNumbersMayBeEnough() {
        job(
                EVEN_RUNS,
                "'completions': 4, 'parallelism': 4, 'successPolicy': {'rules': ["
                        + "{'succeededIndexes': '1'}, {'succeededIndexes': '0-2', 'succeededCount': 2}]},");
        stage.at(60);
        assertThat(reason("Complete")).isEqualTo("SuccessPolicy: Matched rules at index 1");
        assertThat(status().completedIndexes()).isEqualTo("0,2");
        assertThat(status().active()).as("those that still ran were stopped").isZero();
        assertThat(status().failed()).as("and did not fail").isZero();
    }

    @Test
    void whatRunsWhenItsTimeIsUpCountsAsFailedButGivesNoNumberUp() {
        job(
                EVEN_RUNS,
                "'completions': 4, 'parallelism': 4, 'backoffLimitPerIndex': 0, 'podReplacementPolicy': 'Failed',"
                        + " 'activeDeadlineSeconds': 20,");
        stage.at(60);
        assertThat(reason("Failed")).isEqualTo("DeadlineExceeded: Job was active longer than specified deadline");
        assertThat(status().failed()).isEqualTo(2);
        assertThat(status().failedIndexes()).contains("");
        assertThat(status().uncountedFailed()).isEmpty();
    }

    @Test
    void jobsOfAnotherControllerAreLeftAlone() {
        job(ODD_FAILS, "'completions': 2, 'managedBy': 'example.com/other',");
        stage.at(20);
        assertThat(pods()).isEmpty();
        assertThat(status().startTime()).isEmpty();
    }
}
