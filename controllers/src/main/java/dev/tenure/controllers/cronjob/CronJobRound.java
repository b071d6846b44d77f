package dev.tenure.controllers.cronjob;

import dev.tenure.client.events.EventRecorder;
import dev.tenure.controllers.workload.WorkloadCalls;
import dev.tenure.model.batch.CronJob;
import dev.tenure.model.batch.CronJob.ActiveJob;
import dev.tenure.model.batch.CronJob.CronJobStatus;
import dev.tenure.model.batch.Job;
import dev.tenure.model.meta.ApiReply;
import dev.tenure.model.meta.Status;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.model.quantity.GoDuration;
import dev.tenure.rules.cron.CronSchedule;
import dev.tenure.rules.cron.CronSyntaxException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Collectors;

/// One look at one CronJob, with the calls that follow from it: removes old jobs, brings the list of active
/// ones up to date, starts what is due and writes the status once. Used by one thread, once; blocks.
/// Upstream: cronjob_controllerv2.go (sync, syncCronJob, cleanupFinishedJobs).
final class CronJobRound {
    private static final DateTimeFormatter RFC1123 = DateTimeFormatter.ofPattern(
                    "EEE, dd MMM yyyy HH:mm:ss 'UTC'", Locale.ROOT)
            .withZone(ZoneOffset.UTC);

    /// What the round has to tell about its CronJob.
    interface Events {
        void record(EventRecorder.Type type, String reason, String message);
    }

    /// How the round ended.
    ///
    /// @param done whether all calls went well; otherwise it is to be tried again soon
    /// @param again how long until the next look; empty when only a change is a reason for one
    record Ending(boolean done, Optional<Duration> again) {
        static final Ending NOTHING_TO_START = new Ending(true, Optional.empty());
        static final Ending FAILED = new Ending(false, Optional.empty());

        static Ending after(Duration delay) {
            return new Ending(true, Optional.of(delay));
        }
    }

    private final CronJobCalls calls;
    private final StoredObject stored;
    private final CronJob cronJob;
    private final List<StoredObject> jobs;
    private final Instant now;
    private final Events events;

    private List<ActiveJob> active;
    private Optional<Instant> lastScheduled;
    private Optional<Instant> lastSuccess;
    private boolean changed;

    /// @param jobs those whose controller bears the name of the CronJob
    CronJobRound(CronJobCalls calls, StoredObject stored, List<StoredObject> jobs, Instant now, Events events) {
        this.calls = calls;
        this.stored = stored;
        this.cronJob = stored.view(CronJob.class);
        this.jobs = jobs;
        this.now = now;
        this.events = events;
        CronJobStatus status = cronJob.status();
        this.active = new ArrayList<>(status.active());
        this.lastScheduled = status.lastScheduleTime();
        this.lastSuccess = status.lastSuccessfulTime();
    }

    Ending play() {
        removeOld("Complete", cronJob.succeededJobsKept());
        removeOld("Failed", cronJob.failedJobsKept());
        Ending ending = lookAtJobs() ? start() : Ending.FAILED;
        boolean written = !changed || calls.writeStatus(stored, new CronJobStatus(active, lastScheduled, lastSuccess));
        return written ? ending : Ending.FAILED;
    }

    private void removeOld(String condition, OptionalInt kept) {
        if (kept.isEmpty()) {
            return;
        }
        List<StoredObject> ended = jobs.stream()
                .filter(job -> status(job).is(condition))
                .sorted(Comparator.<StoredObject, Instant>comparing(
                                job -> status(job).startTime().orElse(Instant.MAX))
                        .thenComparing(job -> job.key().name()))
                .toList();
        ended.subList(0, Math.max(0, ended.size() - kept.getAsInt())).forEach(this::remove);
    }

    private static Job.JobStatus status(StoredObject job) {
        return job.view(Job.class).status();
    }

    private boolean remove(StoredObject job) {
        if (calls.delete(job) instanceof ApiReply.Failure(Status why, var _)) {
            events.record(EventRecorder.Type.Warning, "FailedDelete", "Deleted job: " + why.message());
            return false;
        }
        inactive(job.uid());
        events.record(
                EventRecorder.Type.Normal,
                "SuccessfulDelete",
                "Deleted job " + job.key().name());
        return true;
    }

    private void inactive(String uid) {
        active.removeIf(job -> job.uid().equals(uid));
        changed = true;
    }

    private boolean isActive(String uid) {
        return active.stream().anyMatch(job -> job.uid().equals(uid));
    }

    /// Brings the list of active jobs up to date. False when the server did not answer as it should.
    private boolean lookAtJobs() {
        for (StoredObject job : jobs) {
            if (status(job).finished()) {
                finished(job);
            } else if (!isActive(job.uid()) && !unexpected(job)) {
                return false;
            }
        }
        var known = jobs.stream().map(StoredObject::uid).collect(Collectors.toSet());
        for (ActiveJob job : List.copyOf(active)) {
            // the cache may be behind: only the server knows that a job is gone
            if (!known.contains(job.uid())
                    && calls.job(job.namespace(), job.name()) instanceof ApiReply.Failure(Status why, var _)) {
                if (!why.isNotFound()) {
                    return false;
                }
                events.record(EventRecorder.Type.Normal, "MissingJob", "Active job went missing: " + job.name());
                inactive(job.uid());
            }
        }
        return true;
    }

    private void finished(StoredObject job) {
        Job.JobStatus status = status(job);
        if (isActive(job.uid())) {
            String condition = status.is("Complete") ? "Complete" : "Failed";
            inactive(job.uid());
            events.record(
                    EventRecorder.Type.Normal,
                    "SawCompletedJob",
                    "Saw completed job: " + job.key().name() + ", condition: " + condition);
        }
        Optional<Instant> ended = status.completionTime();
        if (status.is("Complete")
                && ended.isPresent()
                && lastSuccess.filter(last -> !ended.get().isAfter(last)).isEmpty()) {
            lastSuccess = ended;
            changed = true;
        }
    }

    /// A job that runs and is not in the list: the list in the cache may be behind. False when the server did
    /// not say.
    private boolean unexpected(StoredObject job) {
        if (!(calls.cronJob(stored) instanceof ApiReply.One(var _, StoredObject fresh, var _))) {
            return false;
        }
        List<ActiveJob> there = fresh.view(CronJob.class).status().active();
        Optional<ActiveJob> entry =
                there.stream().filter(other -> other.uid().equals(job.uid())).findFirst();
        if (entry.isPresent()) {
            active.add(entry.get());
        } else {
            events.record(
                    EventRecorder.Type.Warning,
                    "UnexpectedJob",
                    "Saw a job that the controller did not create or forgot: "
                            + job.key().name());
        }
        return true;
    }

    private Ending start() {
        if (cronJob.meta().deleting()) {
            return Ending.NOTHING_TO_START;
        }
        String name = cronJob.timeZone().orElse("");
        Optional<ZoneId> zone = CronSchedule.zone(name);
        if (zone.isEmpty()) {
            events.record(
                    EventRecorder.Type.Warning,
                    "UnknownTimeZone",
                    "invalid timeZone: \"%s\": unknown time zone %s".formatted(name, name));
            return Ending.NOTHING_TO_START;
        }
        if (cronJob.suspended()) {
            return Ending.NOTHING_TO_START;
        }
        try {
            CronSchedule schedule = CronSchedule.parse(cronJob.schedule(), zone.get());
            if (cronJob.schedule().contains("TZ")) {
                events.record(
                        EventRecorder.Type.Warning,
                        "UnsupportedSchedule",
                        "CRON_TZ or TZ used in schedule \"%s\" is not officially supported, see https://kubernetes.io/docs/concepts/workloads/controllers/cron-jobs/ for more details"
                                .formatted(cronJob.schedule()));
            }
            return startBy(new StartRule(cronJob, now, schedule), zone.get());
        } catch (CronSyntaxException fault) {
            events.record(
                    EventRecorder.Type.Warning,
                    "UnparseableSchedule",
                    "unparseable schedule: \"%s\" : %s".formatted(cronJob.schedule(), fault.getMessage()));
        } catch (StartRule.NoCourseException fault) {
            events.record(
                    EventRecorder.Type.Warning,
                    "InvalidSchedule",
                    "invalid schedule: %s : %s".formatted(cronJob.schedule(), fault.getMessage()));
        }
        return Ending.NOTHING_TO_START;
    }

    private Ending startBy(StartRule rule, ZoneId zone) {
        StartRule.Due due = rule.due();
        Ending later = Ending.after(rule.untilNext());
        if (due.at().isEmpty()) {
            return later;
        }
        Instant start = due.at().get();
        if (due.tooMany()) {
            events.record(
                    EventRecorder.Type.Warning,
                    "TooManyMissedTimes",
                    "too many missed start times. Set or decrease .spec.startingDeadlineSeconds or check clock skew");
        }
        if (tooLate(start)) {
            events.record(
                    EventRecorder.Type.Warning,
                    "MissSchedule",
                    "Missed scheduled time to start a job: " + RFC1123.format(start));
            return later;
        }
        String name = CronJobCalls.jobName(stored, start);
        if (active.stream().anyMatch(job -> job.name().equals(name))
                || lastScheduled.filter(start::equals).isPresent()) {
            return later;
        }
        if (cronJob.concurrency().equals("Forbid") && !active.isEmpty()) {
            events.record(
                    EventRecorder.Type.Normal,
                    "JobAlreadyActive",
                    "Not starting job because prior execution is running and concurrency policy is Forbid");
            return later;
        }
        if (cronJob.concurrency().equals("Replace") && !removeActive()) {
            return Ending.FAILED;
        }
        return make(start, zone, rule);
    }

    private boolean tooLate(Instant start) {
        return cronJob.startingDeadlineSeconds().isPresent()
                && start.plus(GoDuration.ofSeconds(
                                cronJob.startingDeadlineSeconds().getAsLong()))
                        .isBefore(now);
    }

    private boolean removeActive() {
        for (ActiveJob job : List.copyOf(active)) {
            switch (calls.job(job.namespace(), job.name())) {
                case ApiReply.One(var _, StoredObject found, var _) -> {
                    if (!remove(found)) {
                        return false;
                    }
                }
                case ApiReply.Failure(Status why, var _) -> {
                    events.record(EventRecorder.Type.Warning, "FailedGet", "Get job: " + why.message());
                    return false;
                }
                case ApiReply.Many _, ApiReply.Document _ ->
                    throw new IllegalStateException("a get answers one object");
            }
        }
        return true;
    }

    /// Makes the job. One that is there already was made by a look whose status was not written.
    private Ending make(Instant start, ZoneId zone, StartRule rule) {
        ApiReply reply = calls.create(stored, start, zone);
        if (reply instanceof ApiReply.Failure(Status why, var _)) {
            if (WorkloadCalls.namespaceGoes(why)) {
                return Ending.FAILED;
            }
            if (!why.reason().equals("AlreadyExists")) {
                events.record(EventRecorder.Type.Warning, "FailedCreate", "Error creating job: " + why.message());
                return Ending.FAILED;
            }
            reply = calls.job(stored.key().namespace(), CronJobCalls.jobName(stored, start));
            if (!(reply instanceof ApiReply.One)) {
                return Ending.FAILED;
            }
        } else if (reply instanceof ApiReply.One(var _, StoredObject made, var _)) {
            events.record(
                    EventRecorder.Type.Normal,
                    "SuccessfulCreate",
                    "Created job " + made.key().name());
        }
        if (!(reply instanceof ApiReply.One(var _, StoredObject job, var _))) {
            return Ending.FAILED;
        }
        boolean own = job.view(Job.class).meta().isControlledBy(stored.uid());
        if (!own || isActive(job.uid())) {
            return Ending.NOTHING_TO_START;
        }
        active.add(new ActiveJob(job.key().namespace(), job.key().name(), job.uid(), Long.toString(job.revision())));
        lastScheduled = Optional.of(start);
        changed = true;
        return Ending.after(rule.untilNext());
    }
}
