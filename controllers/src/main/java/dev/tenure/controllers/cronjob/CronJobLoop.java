package dev.tenure.controllers.cronjob;

import dev.tenure.client.events.EventRecorder;
import dev.tenure.client.events.InvolvedObject;
import dev.tenure.client.informer.ControllerContext;
import dev.tenure.client.informer.Grouping;
import dev.tenure.client.informer.Informer;
import dev.tenure.client.informer.InformerHandler;
import dev.tenure.client.informer.ReconcileQueue;
import dev.tenure.model.batch.CronJob;
import dev.tenure.model.batch.Job;
import dev.tenure.model.meta.ObjectKey;
import dev.tenure.model.meta.OwnerReference;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.rules.cron.CronSchedule;
import dev.tenure.rules.cron.CronSyntaxException;
import dev.tenure.runtime.loop.EventLoop;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;

/// The shell of CronJobs: follows them and their jobs, and looks at one when it changed, when a job of it
/// changed, and when its next start is due. Schedules without a time zone count in UTC. Every method runs on
/// its loop.
public final class CronJobLoop {
    public static final String NAME = "cronjob-controller";

    private static final int WORKERS_MAX = 5;
    private static final String CLOCK = "cronjob-clock";
    private static final Duration CLOCK_CHECK_EVERY = Duration.ofSeconds(1);

    private static final Grouping BY_CRON_JOB = job -> cronJobOf(job)
            .map(owner -> group(job.key().namespace(), owner.name()))
            .orElse("");

    private final EventLoop loop;
    private final EventRecorder events;
    private final CronJobCalls calls;
    private final ReconcileQueue<ObjectKey> queue;
    private final Informer cronJobs;
    private final Informer jobs;
    private Duration stepped = Duration.ZERO;

    public CronJobLoop(ControllerContext context) {
        this.loop = context.loop();
        this.events = new EventRecorder(loop, context.client(), NAME);
        this.calls = new CronJobCalls(context.client());
        this.queue = new ReconcileQueue<>(loop, NAME, WORKERS_MAX, this::plan);
        this.cronJobs = context.informers().all(ResourceTypes.CRON_JOBS, new CronJobChanges());
        this.jobs = context.informers().all(ResourceTypes.JOBS, new JobChanges());
    }

    /// Begins to work; to be called on the loop, once.
    public void start() {
        cronJobs.start();
        jobs.start();
    }

    private Optional<Callable<Boolean>> plan(ObjectKey key) {
        return cronJobs.get(key).map(stored -> {
            List<StoredObject> children = List.copyOf(jobs.in(BY_CRON_JOB, group(key.namespace(), key.name())));
            var round = new CronJobRound(
                    calls,
                    stored,
                    children,
                    loop.time().wall(),
                    (type, reason, message) -> loop.post("cronjob-event", () -> event(stored, type, reason, message)));
            return () -> {
                CronJobRound.Ending ending = round.play();
                ending.again().ifPresent(delay -> loop.post("cronjob-next", () -> queue.addAfter(key, delay)));
                return ending.done();
            };
        });
    }

    private void event(StoredObject cronJob, EventRecorder.Type type, String reason, String message) {
        events.record(InvolvedObject.of(ResourceTypes.CRON_JOBS, cronJob), type, reason, message);
    }

    /// The jobs that name a CronJob as what controls them, by its name.
    private static String group(String namespace, String cronJob) {
        return namespace + "/" + cronJob;
    }

    private static Optional<OwnerReference> cronJobOf(StoredObject job) {
        return job.view(Job.class)
                .meta()
                .controllerOwner()
                .filter(owner -> owner.kind().equals(ResourceTypes.CRON_JOBS.kind()));
    }

    private void beginWhenSynced() {
        if (cronJobs.hasSynced() && jobs.hasSynced()) {
            queue.start();
            stepped = loop.time().steps().total();
            watchTheClock();
        }
    }

    /// Schedules are told by the wall clock: once it is set, the next start may be due already.
    private void watchTheClock() {
        Duration total = loop.time().steps().total();
        if (!total.equals(stepped)) {
            stepped = total;
            cronJobs.all().forEach(stored -> queue.add(stored.key()));
        }
        loop.alarm(CLOCK, loop.time().now().plus(CLOCK_CHECK_EVERY), this::watchTheClock);
    }

    /// A new schedule is waited for; upstream's updateCronJob.
    private void rescheduled(StoredObject stored, CronJob cronJob) {
        ZoneId zone = CronSchedule.zone(cronJob.timeZone().orElse("")).orElse(ZoneOffset.UTC);
        try {
            CronSchedule schedule = CronSchedule.parse(cronJob.schedule(), zone);
            Instant now = loop.time().wall();
            queue.addAfter(stored.key(), new StartRule(cronJob, now, schedule).untilNext());
        } catch (CronSyntaxException _) {
            event(
                    stored,
                    EventRecorder.Type.Warning,
                    "UnParseableCronJobSchedule",
                    "unparseable schedule for cronjob: " + cronJob.schedule());
        }
    }

    private final class CronJobChanges implements InformerHandler {
        @Override
        public void changed(Optional<StoredObject> before, StoredObject after) {
            CronJob now = after.view(CronJob.class);
            boolean sameSchedule = before.map(old -> old.view(CronJob.class))
                    .filter(old -> !old.schedule().equals(now.schedule())
                            || !old.timeZone().equals(now.timeZone()))
                    .isEmpty();
            if (sameSchedule) {
                queue.add(after.key());
            } else {
                rescheduled(after, now);
            }
        }

        @Override
        public void deleted(StoredObject last) {
            // what it started goes with it, by garbage collection
        }

        @Override
        public void synced() {
            beginWhenSynced();
        }
    }

    private final class JobChanges implements InformerHandler {
        @Override
        public void changed(Optional<StoredObject> before, StoredObject after) {
            before.ifPresent(this::wake);
            wake(after);
        }

        private void wake(StoredObject job) {
            cronJobOf(job).ifPresent(owner -> {
                ObjectKey key = ResourceTypes.CRON_JOBS.key(job.key().namespace(), owner.name());
                cronJobs.get(key)
                        .filter(cronJob -> cronJob.uid().equals(owner.uid()))
                        .ifPresent(_ -> queue.add(key));
            });
        }

        @Override
        public void deleted(StoredObject last) {
            wake(last);
        }

        @Override
        public void synced() {
            beginWhenSynced();
        }
    }
}
