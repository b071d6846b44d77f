package dev.tenure.sim.controllers.workload;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.controllers.tainteviction.stay.Semantics;
import dev.tenure.model.batch.CronJob;
import dev.tenure.model.batch.Job;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.sim.stage.Stage;
import dev.tenure.sim.stage.StageManifests;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import org.junit.jupiter.api.Test;

/// CronJobs on virtual time: which jobs they start, when, and what they keep.
final class CronJobTest {
    private final Stage stage = Stage.of(Semantics.DOCUMENTED).nodes("a", 3);

    CronJobTest() {
        stage.cluster().startScheduler();
        stage.at(30).begin();
    }

    /// @param seconds how long each pod runs
    /// @param spec fields of the CronJob's spec, each followed by a comma
    private void cronJob(int seconds, int exitCode, String spec) {
        stage.create(ResourceTypes.CRON_JOBS, StageManifests.json("""
            {'apiVersion': 'batch/v1', 'kind': 'CronJob', 'metadata': {'name': 'tick'}, 'spec': {%s
              'jobTemplate': {'metadata': {'labels': {'of': 'tick'}, 'annotations': {'kept': 'yes'}},
               'spec': {'backoffLimit': 0, 'template': {
                'metadata': {'annotations': {'simulation.tenure.dev/run-for': '%ds',
                                             'simulation.tenure.dev/exit-code': '%d'}},
                'spec': {'restartPolicy': 'Never',
                         'containers': [{'name': 'main', 'image': 'registry.test/app:1'}]}}}}}}
            """.formatted(spec, seconds, exitCode)));
    }

    private CronJob.CronJobStatus status() {
        return stage.find(ResourceTypes.CRON_JOBS, "tick")
                .orElseThrow()
                .view(CronJob.class)
                .status();
    }

    private List<StoredObject> jobs() {
        return stage.all(ResourceTypes.JOBS);
    }

    private void passMinutes(int minutes) {
        stage.pass(minutes * 60.0);
    }

    private Instant wall() {
        return stage.cluster().world().wall();
    }

    @Test
    void aJobIsStartedEveryMinuteAndBearsItsTime() {
        cronJob(10, 0, "'schedule': '*/1 * * * ?',");
        Instant start = wall().truncatedTo(ChronoUnit.MINUTES).plus(Duration.ofMinutes(1));
        stage.pass(Duration.between(wall(), start).toMillis() / 1000.0 - 1);
        assertThat(jobs()).isEmpty();
        stage.pass(3);
        assertThat(jobs()).singleElement().satisfies(job -> {
            assertThat(job.key().name()).isEqualTo("tick-" + start.getEpochSecond() / 60);
            assertThat(job.header().labels()).containsEntry("of", "tick");
            assertThat(job.view(Job.class).meta().annotations())
                    .containsEntry("kept", "yes")
                    .containsEntry("batch.kubernetes.io/cronjob-scheduled-timestamp", start.toString());
            assertThat(job.view(Job.class)
                            .meta()
                            .controllerOwner()
                            .orElseThrow()
                            .kind())
                    .isEqualTo("CronJob");
        });
        assertThat(status().active())
                .extracting(CronJob.ActiveJob::uid)
                .containsExactly(jobs().getFirst().uid());
        assertThat(status().lastScheduleTime()).contains(start);
        assertThat(stage.events("SuccessfulCreate"))
                .anySatisfy(event -> assertThat(event).contains("Created job tick-"));
        stage.pass(30);
        assertThat(status().active()).isEmpty();
        assertThat(status().lastSuccessfulTime()).isPresent();
        assertThat(stage.events("SawCompletedJob"))
                .anySatisfy(event -> assertThat(event).contains("condition: Complete"));
        passMinutes(2);
        assertThat(jobs()).hasSize(3);
    }

    @Test
    void aDeadlineOfCenturiesHindersNothing() {
        cronJob(5, 0, "'schedule': '* * * * *', 'startingDeadlineSeconds': 300000000000,");
        passMinutes(3);
        assertThat(jobs()).hasSizeBetween(2, 3);
    }

    @Test
    void oldJobsAreRemoved() {
        cronJob(5, 0, "'schedule': '* * * * *', 'successfulJobsHistoryLimit': 1,");
        passMinutes(5);
        assertThat(jobs().stream().filter(job -> job.view(Job.class).status().finished()))
                .hasSize(1);
        assertThat(stage.events("SuccessfulDelete")).isNotEmpty();
        assertThat(stage.all(ResourceTypes.PODS)).hasSizeLessThanOrEqualTo(2);
    }

    @Test
    void failedJobsAreKeptAsManyAsAskedFor() {
        cronJob(5, 1, "'schedule': '* * * * *', 'failedJobsHistoryLimit': 2,");
        passMinutes(6);
        assertThat(jobs().stream().filter(job -> job.view(Job.class).status().is("Failed")))
                .hasSize(2);
        assertThat(status().lastSuccessfulTime()).isEmpty();
    }

    @Test
    void jobsRunSideBySideUnlessForbidden() {
        cronJob(1000, 0, "'schedule': '* * * * *',");
        passMinutes(4);
        assertThat(status().active()).hasSizeBetween(3, 4);
        stage.patch(ResourceTypes.CRON_JOBS, "tick", "{'spec': {'concurrencyPolicy': 'Forbid'}}");
        int before = jobs().size();
        passMinutes(3);
        assertThat(jobs()).hasSize(before);
        assertThat(stage.events("JobAlreadyActive")).isNotEmpty();
    }

    @Test
    void aJobThatRunsIsReplaced() {
        cronJob(1000, 0, "'schedule': '* * * * *', 'concurrencyPolicy': 'Replace',");
        passMinutes(2);
        String first = jobs().getFirst().uid();
        passMinutes(2);
        assertThat(jobs())
                .singleElement()
                .satisfies(job -> assertThat(job.uid()).isNotEqualTo(first));
        assertThat(status().active()).hasSize(1);
    }

    @Test
    void nothingIsStartedWhileItIsSuspendedAndOnlyTheLastMissedStartCounts() {
        cronJob(1000, 0, "'schedule': '* * * * *', 'suspend': true,");
        passMinutes(150);
        assertThat(jobs()).isEmpty();
        stage.patch(ResourceTypes.CRON_JOBS, "tick", "{'spec': {'suspend': false}}")
                .pass(2);
        assertThat(jobs()).hasSize(1);
        assertThat(stage.events("TooManyMissedTimes")).isNotEmpty();
    }

    @Test
    void aStartThatIsTooLateIsReported() {
        cronJob(10, 0, "'schedule': '0 * * * *', 'suspend': true, 'startingDeadlineSeconds': 10,");
        passMinutes(61);
        stage.patch(ResourceTypes.CRON_JOBS, "tick", "{'spec': {'suspend': false}}")
                .pass(2);
        assertThat(jobs()).isEmpty();
        passMinutes(60);
        assertThat(jobs()).hasSize(1);
    }

    @Test
    void anActiveJobThatSomebodyDeletesIsMissed() {
        cronJob(1000, 0, "'schedule': '* * * * *',");
        passMinutes(1);
        stage.pass(5);
        String name = jobs().getFirst().key().name();
        stage.delete(ResourceTypes.JOBS, name, "{'propagationPolicy': 'Background'}")
                .pass(5);
        assertThat(status().active()).extracting(CronJob.ActiveJob::name).doesNotContain(name);
        assertThat(stage.events("MissingJob"))
                .anySatisfy(event -> assertThat(event).contains("Active job went missing: " + name));
    }

    @Test
    void whatACronJobStartedGoesWithIt() {
        cronJob(1000, 0, "'schedule': '* * * * *',");
        passMinutes(2);
        assertThat(jobs()).isNotEmpty();
        stage.delete(ResourceTypes.CRON_JOBS, "tick", "{'propagationPolicy': 'Background'}");
        passMinutes(2);
        assertThat(jobs()).isEmpty();
        assertThat(stage.all(ResourceTypes.PODS)).isEmpty();
    }

    @Test
    void aScheduleThatNeverComesIsReported() {
        cronJob(10, 0, "'schedule': '0 0 31 2 *',");
        stage.pass(5);
        assertThat(stage.events("InvalidSchedule"))
                .anySatisfy(event -> assertThat(event)
                        .contains("invalid schedule: 0 0 31 2 * : time difference between two schedules"));
    }
}
