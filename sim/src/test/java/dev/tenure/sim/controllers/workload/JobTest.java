package dev.tenure.sim.controllers.workload;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.controllers.tainteviction.stay.Semantics;
import dev.tenure.model.batch.Job;
import dev.tenure.model.core.Pod;
import dev.tenure.model.core.PodPhase;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.sim.stage.Stage;
import dev.tenure.sim.stage.StageManifests;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/// The job controller with scheduler and nodes. Pods run for ten seconds and end as their annotation says.
final class JobTest {
    private final Stage stage = Stage.of(Semantics.DOCUMENTED).nodes("a", 3);

    JobTest() {
        stage.cluster().startScheduler();
        stage.at(30).begin();
    }

    /// @param exitCode of every pod
    /// @param spec fields of the job's spec, each followed by a comma
    private void job(int exitCode, String spec) {
        stage.create(ResourceTypes.JOBS, StageManifests.json("""
            {'apiVersion': 'batch/v1', 'kind': 'Job', 'metadata': {'name': 'once'}, 'spec': {%s
              'template': {
                'metadata': {'labels': {'app': 'x'},
                             'annotations': {'simulation.tenure.dev/run-for': '10s',
                                             'simulation.tenure.dev/exit-code': '%d'}},
                'spec': {'restartPolicy': 'Never',
                         'containers': [{'name': 'main', 'image': 'registry.test/app:1'}]}}}}
            """.formatted(spec, exitCode)));
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

    private long running() {
        return pods().stream()
                .filter(pod -> !pod.meta().deleting() && pod.status().phase() == PodPhase.RUNNING)
                .count();
    }

    @Test
    void aPodThatSucceedsCompletesItsJob() {
        job(0, "");
        stage.at(30);
        assertThat(status().is("Complete")).isTrue();
        assertThat(status().is("SuccessCriteriaMet")).isTrue();
        assertThat(status().succeeded()).isOne();
        assertThat(status().uncountedSucceeded()).isEmpty();
        assertThat(status().completionTime()).isPresent();
        assertThat(pods())
                .singleElement()
                .satisfies(pod -> assertThat(pod.meta().finalizers())
                        .as("it is counted and may go")
                        .isEmpty());
        assertThat(stage.events("Completed")).containsExactly("Completed: Job completed");
    }

    /// What comes of pods within a second is looked at together; then all follows at once.
    @Test
    void aPodCountsASecondAfterItHasEnded() {
        job(0, "");
        double ended =
                stage.until(() -> pods().stream().anyMatch(pod -> pod.status().phase() == PodPhase.SUCCEEDED), 30);
        double counted = stage.until(() -> status().is("Complete"), 30);
        assertThat(counted - ended).isBetween(0.8, 1.4);
        assertThat(status().succeeded()).isOne();
    }

    @Test
    void theStatusTellsOfAllPodsAtOnceThatAreMadeTogether() {
        var told = new ArrayList<Integer>();
        stage.cluster()
                .world()
                .afterEachEvent(() -> stage.find(ResourceTypes.JOBS, "once")
                        .ifPresent(job -> told.add(job.view(Job.class).status().active())));
        job(0, "'completions': 7, 'parallelism': 7,");
        stage.at(8);
        assertThat(running()).isEqualTo(7);
        assertThat(told.stream().distinct()).containsExactly(0, 7);
    }

    @Test
    void asManyRunAsMayAndNoMoreThanAreMissing() {
        job(0, "'completions': 5, 'parallelism': 2,");
        stage.at(8);
        assertThat(running()).isEqualTo(2);
        stage.at(60);
        assertThat(status().succeeded()).isEqualTo(5);
        assertThat(status().is("Complete")).isTrue();
        assertThat(pods()).hasSize(5);
    }

    @Test
    void failuresAreTriedAgainEverLaterAndEndTheJobBeyondTheLimit() {
        job(1, "'backoffLimit': 2,");
        stage.at(18);
        assertThat(pods()).as("ten seconds' pause after the first failure").hasSize(1);
        stage.at(24);
        assertThat(pods()).hasSize(2);
        stage.at(200);
        assertThat(status().failed()).isEqualTo(3);
        assertThat(status().is("Failed")).isTrue();
        assertThat(stage.events("BackoffLimitExceeded"))
                .containsExactly("BackoffLimitExceeded: Job has reached the specified backoff limit");
    }

    /// As upstream's end-to-end tests have it: each index fails once, and a file of the node tells it apart.
    @Test
    void commandsDecideHowPodsEnd() {
        String script =
                "if [[ -r /data/$JOB_COMPLETION_INDEX ]]; then exit 0; else touch /data/$JOB_COMPLETION_INDEX; sleep 20; exit 42; fi";
        stage.create(ResourceTypes.JOBS, StageManifests.json("""
            {'apiVersion': 'batch/v1', 'kind': 'Job', 'metadata': {'name': 'once'}, 'spec': {
              'completionMode': 'Indexed', 'completions': 2, 'parallelism': 2, 'backoffLimitPerIndex': 1,
              'template': {'spec': {'restartPolicy': 'Never', 'nodeName': 'a-1',
                'volumes': [{'name': 'data', 'hostPath': {'path': '/tmp/marks'}}],
                'containers': [{'name': 'main', 'image': 'busybox', 'command': ['sh', '-c', '%s'],
                                'volumeMounts': [{'name': 'data', 'mountPath': '/data'}]}]}}}}
            """.formatted(script)));
        stage.at(8);
        assertThat(running()).isEqualTo(2);
        stage.at(120);
        assertThat(status().is("Complete")).isTrue();
        assertThat(status().failed()).isEqualTo(2);
        assertThat(status().completedIndexes()).isEqualTo("0,1");
    }

    @Test
    void aContainerMayStartAgainInAPodThatFailsOtherwise() {
        String script = "if [ -r /data/a ]; then exit 0; else touch /data/a; exit 7; fi";
        stage.create(ResourceTypes.JOBS, StageManifests.json("""
            {'apiVersion': 'batch/v1', 'kind': 'Job', 'metadata': {'name': 'once'}, 'spec': {'backoffLimit': 0,
              'template': {'spec': {'restartPolicy': 'Never', 'containers': [
                {'name': 'main', 'image': 'busybox', 'command': ['sh', '-c', '%s'], 'restartPolicy': 'Never',
                 'restartPolicyRules': [{'action': 'Restart', 'exitCodes': {'operator': 'In', 'values': [7]}}]}]}}}}
            """.formatted(script)));
        stage.at(60);
        assertThat(status().is("Complete")).isTrue();
        assertThat(pods())
                .singleElement()
                .satisfies(pod -> assertThat(
                                pod.status().containerStatuses().getFirst().restartCount())
                        .isOne());
    }

    @Test
    void eachIndexSucceedsOnce() {
        job(0, "'completionMode': 'Indexed', 'completions': 4, 'parallelism': 3,");
        stage.at(60);
        assertThat(status().completedIndexes()).isEqualTo("0-3");
        assertThat(status().succeeded()).isEqualTo(4);
        var hosts = new TreeSet<String>();
        pods().forEach(pod -> hosts.add(pod.spec().identity().hostname()));
        assertThat(hosts).containsExactly("once-0", "once-1", "once-2", "once-3");
    }

    @Test
    void whatIsEvictedByATaintCountsAsFailedUnlessTheJobSaysOtherwise() {
        job(0, "'completions': 1,");
        stage.at(5);
        taintNodeOfPod();
        stage.at(60);
        assertThat(status().failed()).isOne();
        assertThat(status().succeeded()).isOne();
    }

    @Test
    void anEvictionThatIsToBeIgnoredCostsNoTry() {
        job(0, """
            'backoffLimit': 0, 'podFailurePolicy': {'rules': [
              {'action': 'Ignore', 'onPodConditions': [{'type': 'DisruptionTarget', 'status': 'True'}]}]},\
            """);
        stage.at(5);
        taintNodeOfPod();
        stage.at(60);
        assertThat(status().failed()).isZero();
        assertThat(status().is("Complete")).isTrue();
        assertThat(pods()).as("the evicted pod was let go").hasSize(1);
    }

    /// As upstream: what no rule counts is a failure for the pause before the next try.
    @Test
    void afterFailuresThatAreIgnoredTheNextTryWaitsEverLonger() {
        job(1, """
            'backoffLimit': 0, 'podFailurePolicy': {'rules': [
              {'action': 'Ignore', 'onExitCodes': {'operator': 'In', 'values': [1]}}]},\
            """);
        stage.at(18);
        assertThat(pods()).as("ten seconds' pause after the first failure").hasSize(1);
        stage.at(24);
        assertThat(pods()).hasSize(2);
        stage.at(45);
        assertThat(pods()).as("twenty after the second").hasSize(2);
        stage.at(55);
        assertThat(pods()).hasSize(3);
        assertThat(status().failed()).isZero();
    }

    private void taintNodeOfPod() {
        String node = pods().getFirst().spec().nodeName();
        stage.patch(ResourceTypes.NODES, node, "{'spec': {'taints': [{'key': 'k', 'effect': 'NoExecute'}]}}");
    }

    @Test
    void anExitCodeThatTellsOfABugEndsTheJobAtOnce() {
        job(42, """
            'podFailurePolicy': {'rules': [
              {'action': 'FailJob', 'onExitCodes': {'operator': 'In', 'values': [42]}}]},\
            """);
        stage.at(60);
        assertThat(status().is("Failed")).isTrue();
        assertThat(stage.events("PodFailurePolicy"))
                .singleElement()
                .satisfies(event -> assertThat(event)
                        .matches(
                                "PodFailurePolicy: Container main for pod default/once-\\w{5} failed with exit code 42 "
                                        + "matching FailJob rule at index 0"));
    }

    @Test
    void aJobWhoseTimeIsUpHasFailedAndRunsNothing() {
        job(0, "'activeDeadlineSeconds': 6,");
        stage.at(60);
        assertThat(status().is("Failed")).isTrue();
        assertThat(stage.events("DeadlineExceeded")).hasSize(1);
        assertThat(running()).isZero();
    }

    @Test
    void aDeadlineOfCenturiesHindersNothing() {
        job(0, "'activeDeadlineSeconds': 300000000000,");
        stage.pass(30);
        assertThat(status().is("Complete")).isTrue();
    }

    @Test
    void aSuspendedJobRunsNothingAndGoesOnLater() {
        job(0, "");
        stage.at(5);
        stage.patch(ResourceTypes.JOBS, "once", "{'spec': {'suspend': true}}").at(60);
        assertThat(running()).isZero();
        assertThat(status().is("Suspended")).isTrue();
        assertThat(status().startTime()).isEmpty();
        assertThat(status().failed()).as("nothing has failed").isZero();
        stage.patch(ResourceTypes.JOBS, "once", "{'spec': {'suspend': false}}").at(120);
        assertThat(status().is("Complete")).isTrue();
        assertThat(stage.events("Resumed")).containsExactly("Resumed: Job resumed");
    }

    @Test
    void aRestartAtAnyMomentCountsEveryPodOnce() {
        job(0, "'completions': 6, 'parallelism': 3,");
        for (int i = 1; i < 400; i++) {
            stage.at(0.13 * i);
            if (i % 7 == 0) {
                stage.cluster().restartControllers();
            }
        }
        stage.at(120);
        assertThat(status().succeeded()).isEqualTo(6);
        assertThat(status().failed()).isZero();
        assertThat(status().is("Complete")).isTrue();
        assertThat(pods()).allMatch(pod -> pod.meta().finalizers().isEmpty());
    }

    @Test
    void aFinishedJobStaysForAsLongAsItSays() {
        job(0, "'ttlSecondsAfterFinished': 30,");
        stage.at(35);
        assertThat(status().is("Complete")).isTrue();
        stage.at(60);
        assertThat(stage.find(ResourceTypes.JOBS, "once")).isEmpty();
        assertThat(pods()).isEmpty();
    }

    @Test
    void aJobWhoseTimeIsUpGoesAfterItsPods() {
        job(0, "'ttlSecondsAfterFinished': 30,");
        stage.at(35);
        String pod = pods().getFirst().meta().name();
        stage.patch(ResourceTypes.PODS, pod, "{'metadata': {'finalizers': ['example.com/keep']}}")
                .at(60);
        assertThat(stage.find(ResourceTypes.JOBS, "once"))
                .hasValueSatisfying(job -> assertThat(job.header().deleting()).isTrue());
        stage.patch(ResourceTypes.PODS, pod, "{'metadata': {'finalizers': []}}").at(62);
        assertThat(stage.find(ResourceTypes.JOBS, "once")).isEmpty();
    }

    @Test
    void podsOfADeletedJobAreNotKeptByItsFinalizer() {
        job(0, "'completions': 3, 'parallelism': 3,");
        stage.at(5);
        stage.delete(ResourceTypes.JOBS, "once", "{'propagationPolicy': 'Background'}")
                .at(120);
        assertThat(pods()).isEmpty();
    }

    @Test
    void aPodThatLostItsOwnerIsTakenAgainAndCounted() {
        job(0, "");
        stage.at(5);
        String pod = pods().getFirst().meta().name();
        stage.patch(ResourceTypes.PODS, pod, "{'metadata': {'ownerReferences': null, 'finalizers': null}}")
                .at(6);
        assertThat(stage.seePod(pod).meta().controllerOwner()).isPresent();
        assertThat(stage.seePod(pod).meta().finalizers()).containsExactly("batch.kubernetes.io/job-tracking");
        stage.at(60);
        assertThat(pods()).hasSize(1);
        assertThat(status().succeeded()).isOne();
    }

    @Test
    void aPodWhoseLabelsMatchNoLongerIsLetGoAndReplaced() {
        job(0, "");
        stage.at(5);
        String pod = pods().getFirst().meta().name();
        stage.patch(ResourceTypes.PODS, pod, "{'metadata': {'labels': null}}").at(6);
        assertThat(stage.seePod(pod).meta().ownerReferences()).isEmpty();
        assertThat(stage.seePod(pod).meta().finalizers()).isEmpty();
        stage.at(60);
        assertThat(pods()).hasSize(2);
        assertThat(status().succeeded()).isOne();
    }

    @Test
    void aPodOfNobodyIsNotKeptByTheFinalizerOfJobs() {
        job(0, "'suspend': true,");
        var pod = StageManifests.pod("left", "a-0", "[]");
        pod.withObject("/metadata").putArray("finalizers").add("batch.kubernetes.io/job-tracking");
        stage.create(ResourceTypes.PODS, pod).at(5);
        assertThat(stage.seePod("left").meta().finalizers()).isEmpty();
    }

    @Test
    void aFinishedJobTakesNoPods() {
        job(0, "'manualSelector': true, 'selector': {'matchLabels': {'app': 'x'}},");
        stage.at(40);
        assertThat(status().is("Complete")).isTrue();
        var pod = StageManifests.pod("late", "a-0", "[]");
        pod.withObject("/metadata").putObject("labels").put("app", "x");
        stage.create(ResourceTypes.PODS, pod).at(60);
        assertThat(stage.seePod("late").meta().controllerOwner()).isEmpty();
    }
}
