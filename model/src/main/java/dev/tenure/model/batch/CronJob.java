package dev.tenure.model.batch;

import dev.tenure.model.core.PodTemplate;
import dev.tenure.model.meta.ObjectMeta;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

/// Jobs that are started by a schedule.
///
/// @param schedule as written; `rules.cron` reads it
/// @param timeZone the name of the zone that the schedule counts in; UTC when absent
/// @param startingDeadlineSeconds how late a job may be started; absent for any time
/// @param concurrency `Allow`, `Forbid` or `Replace`: what becomes of a start while an earlier job runs
/// @param suspended whether nothing is to be started for now
/// @param succeededJobsKept how many of the finished jobs stay; absent for all
/// @param failedJobsKept the same for those that failed
/// @param template of the pods of its jobs
public record CronJob(
        ObjectMeta meta,
        String schedule,
        Optional<String> timeZone,
        OptionalLong startingDeadlineSeconds,
        String concurrency,
        boolean suspended,
        OptionalInt succeededJobsKept,
        OptionalInt failedJobsKept,
        PodTemplate template,
        CronJobStatus status) {

    /// What has come of it.
    ///
    /// @param active jobs that were started and have not ended
    /// @param lastScheduleTime the time that the last started job stands for
    /// @param lastSuccessfulTime when a job last succeeded
    public record CronJobStatus(
            List<ActiveJob> active, Optional<Instant> lastScheduleTime, Optional<Instant> lastSuccessfulTime) {
        public CronJobStatus {
            active = List.copyOf(active);
        }
    }

    /// A reference to a job.
    public record ActiveJob(String namespace, String name, String uid, String resourceVersion) {}
}
