package dev.tenure.controllers.cronjob;

import static dev.tenure.model.meta.ResourceTypes.CRON_JOBS;
import static dev.tenure.model.meta.ResourceTypes.JOBS;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.controllers.stage.LoopStage;
import java.time.Duration;
import org.junit.jupiter.api.Test;

final class CronJobLoopTest {
    private final LoopStage stage = new LoopStage(CRON_JOBS, JOBS);
    private final CronJobLoop loop = new CronJobLoop(stage.context());

    private void cronJob(String schedule, String more) {
        stage.put(CRON_JOBS, """
                apiVersion: batch/v1
                kind: CronJob
                metadata: {name: report, namespace: default, uid: of-report, creationTimestamp: "2026-01-01T00:00:00Z"}
                spec:
                  schedule: "%s"
                  concurrencyPolicy: Allow
                  jobTemplate: {spec: {template: {spec: {containers: [{name: c, image: i}]}}}}
                %s
                """.formatted(schedule, more.indent(2)));
    }

    private int jobs() {
        return stage.api().all(JOBS).size();
    }

    @Test
    void aJobIsStartedWhenTheScheduleSays() {
        cronJob("*/5 * * * *", "");
        stage.begin(loop::start);
        stage.advance(Duration.ofMinutes(5).minusNanos(1));
        assertThat(jobs()).isZero();
        stage.advance(Duration.ofSeconds(1));
        assertThat(jobs()).isOne();
        stage.advance(Duration.ofMinutes(5));
        assertThat(jobs()).isEqualTo(2);
    }

    @Test
    void aSuspendedOneStartsNothing() {
        cronJob("*/5 * * * *", "suspend: true");
        stage.begin(loop::start);
        stage.advance(Duration.ofMinutes(11));
        assertThat(jobs()).isZero();
    }

    @Test
    void aNewScheduleCounts() {
        cronJob("0 12 * * *", "");
        stage.begin(loop::start);
        cronJob("*/5 * * * *", "");
        stage.advance(Duration.ofMinutes(6));
        assertThat(jobs()).isOne();
    }

    @Test
    void aNewTimeZoneCounts() {
        cronJob("30 9 * * *", "timeZone: Etc/UTC");
        stage.begin(loop::start);
        cronJob("30 9 * * *", "timeZone: Asia/Tokyo");
        stage.advance(Duration.ofMinutes(31));
        assertThat(jobs()).as("half past nine in Tokyo").isOne();
    }

    @Test
    void aScheduleThatCannotBeReadIsTold() {
        cronJob("*/5 * * * *", "");
        stage.begin(loop::start);
        cronJob("often", "");
        assertThat(stage.events())
                .containsExactly("UnParseableCronJobSchedule: unparseable schedule for cronjob: often");
    }

    @Test
    void theEndOfAJobIsNoticedAtOnce() {
        cronJob("*/5 * * * *", "");
        stage.begin(loop::start);
        stage.advance(Duration.ofMinutes(6));
        assertThat(jobs()).isOne();
        stage.remove(JOBS, "default", stage.api().all(JOBS).getFirst().key().name());
        assertThat(stage.the(CRON_JOBS, "default", "report").path("status").path("active"))
                .isEmpty();
    }
}
