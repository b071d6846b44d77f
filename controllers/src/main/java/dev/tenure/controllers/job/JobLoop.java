package dev.tenure.controllers.job;

import dev.tenure.client.ClusterClient;
import dev.tenure.client.events.EventRecorder;
import dev.tenure.client.events.InvolvedObject;
import dev.tenure.client.informer.ControllerContext;
import dev.tenure.client.informer.Informer;
import dev.tenure.client.informer.InformerHandler;
import dev.tenure.client.informer.ReconcileQueue;
import dev.tenure.controllers.workload.AdoptionRule;
import dev.tenure.controllers.workload.ConcernedRule;
import dev.tenure.controllers.workload.OwnedPodsCache;
import dev.tenure.controllers.workload.SelectorGroups;
import dev.tenure.controllers.workload.SlowStart;
import dev.tenure.controllers.workload.WorkloadCalls;
import dev.tenure.model.batch.Job;
import dev.tenure.model.batch.Job.JobStatus;
import dev.tenure.model.core.Condition;
import dev.tenure.model.core.Pod;
import dev.tenure.model.meta.ApiReply;
import dev.tenure.model.meta.ObjectKey;
import dev.tenure.model.meta.OwnerReference;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.runtime.loop.EventLoop;
import dev.tenure.runtime.loop.Outcome;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;

/// The shell of Jobs: follows jobs and their pods, makes and removes pods as [JobRule] says, keeps the
/// status, and lets pods go that are counted. Every method runs on its loop.
public final class JobLoop {
    public static final String NAME = "job-controller";

    private static final SelectorGroups BY_SELECTOR =
            new SelectorGroups(job -> job.view(Job.class).selector());
    /// How jobs name this controller; those that name another one are not its business.
    private static final String MANAGER = "kubernetes.io/job-controller";

    /// So many pods at most are made at one look.
    private static final int BURST = 500;

    private static final int WORKERS_MAX = 50;
    private static final Duration AGAIN = Duration.ofSeconds(1);

    /// What comes of pods within this time is looked at together. Upstream: SyncJobBatchPeriod.
    private static final Duration BATCH = Duration.ofSeconds(1);

    private final EventLoop loop;
    private final EventRecorder events;
    private final JobCalls calls;
    private final ReconcileQueue<ObjectKey> queue;
    private final Informer jobs;
    private final Informer pods;
    private final OwnedPodsCache owned;
    private final JobBackoff backoff = new JobBackoff();
    private final SlowStart slowStart;
    private final Map<String, Set<Integer>> indexesBeingMade = new HashMap<>();

    public JobLoop(ControllerContext context) {
        this.loop = context.loop();
        ClusterClient client = context.client();
        this.events = new EventRecorder(loop, client, NAME);
        this.calls = new JobCalls(client);
        this.queue = new ReconcileQueue<>(loop, NAME, WORKERS_MAX, this::plan);
        this.slowStart = new SlowStart(loop, "make", job -> queue.add(job.key()));
        this.jobs = context.informers().all(ResourceTypes.JOBS, new JobChanges());
        this.pods = context.informers().all(ResourceTypes.PODS, new PodChanges());
        this.owned = new OwnedPodsCache(pods);
    }

    /// Begins to work; to be called on the loop, once.
    public void start() {
        jobs.start();
        pods.start();
    }

    private Optional<Callable<Boolean>> plan(ObjectKey key) {
        Optional<StoredObject> found = jobs.get(key);
        if (found.isEmpty()) {
            return Optional.empty();
        }
        StoredObject stored = found.get();
        Job job = stored.view(Job.class);
        if (job.managedBy().filter(manager -> !manager.equals(MANAGER)).isPresent()) {
            return Optional.empty();
        }
        Instant now = loop.time().wall();
        Optional<Instant> expiry = JobRule.expiry(job, loop.time()::asOfNow);
        if (expiry.isPresent() && !job.meta().deleting()) {
            if (!now.isBefore(expiry.get())) {
                return Optional.of(() -> calls.expire(stored));
            }
            queue.addAfter(key, Duration.between(now, expiry.get()));
        }
        AdoptionRule.Claims claims = claims(stored, job);
        if (!claims.isEmpty()) {
            return Optional.of(() -> calls.claim(stored, claims));
        }
        List<Pod> mine = owned.seenOf(stored.uid()).stream()
                .map(pod -> pod.view(Pod.class))
                .toList();
        Tally tally = Tally.of(job, mine);
        int making = owned.beingMade(stored.uid());
        JobRule.Verdict verdict = JobRule.decide(job, tally, making + unseen(stored), now, loop.time()::asOfNow);
        List<StoredObject> remove = toRemove(stored, verdict);
        make(stored, job, tally, verdict.create());
        verdict.deadline().ifPresent(at -> queue.addAfter(key, Duration.between(now, at)));
        return repairs(stored, tally, verdict, remove);
    }

    /// A job that has finished takes and gives nothing any more. Upstream: getPodsForJob.
    private AdoptionRule.Claims claims(StoredObject stored, Job job) {
        return job.selector()
                .filter(_ -> !job.status().finished())
                .map(selector -> AdoptionRule.claims(
                        stored,
                        selector,
                        owned.seenOf(stored.uid()),
                        owned.orphans(stored.key().namespace(), selector)))
                .orElse(AdoptionRule.Claims.NONE);
    }

    /// Pods that were made and that the API has not shown yet.
    private int unseen(StoredObject job) {
        return (int) (owned.of(job.uid()).size()
                - owned.seenOf(job.uid()).stream()
                        .filter(pod -> !owned.isBeingDeleted(pod.uid()))
                        .count());
    }

    private List<StoredObject> toRemove(StoredObject job, JobRule.Verdict verdict) {
        Map<String, StoredObject> byUid = owned.of(job.uid()).stream()
                .collect(Collectors.toMap(StoredObject::uid, pod -> pod, (first, _) -> first));
        return verdict.remove().stream()
                .flatMap(pod -> Optional.ofNullable(byUid.get(pod.meta().uid())).stream())
                .filter(pod -> owned.deleting(pod.uid()))
                .toList();
    }

    /// What is to be called, in this order: the status tells of pods that ended before they are let go. While
    /// pods are being made it waits, so that it tells of all of them at once, as upstream's.
    private Optional<Callable<Boolean>> repairs(
            StoredObject stored, Tally tally, JobRule.Verdict verdict, List<StoredObject> remove) {
        Job job = stored.view(Job.class);
        List<Pod> releasable = tally.releasable();
        boolean reported =
                owned.beingMade(stored.uid()) > 0 || verdict.status().equals(rounded(job.status(), verdict.status()));
        if (reported && releasable.isEmpty() && remove.isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(() -> {
            boolean gone = letGo(stored, releasable, verdict.counted(), remove);
            boolean written = reported || calls.writeStatus(stored, verdict.status());
            if (written && !reported) {
                loop.post("job-status", () -> statusWritten(stored, tally, verdict));
            }
            return gone && written;
        });
    }

    /// @param counted whether those to remove count as failed, and so are let go only later
    /// @return whether all of it was done
    private boolean letGo(StoredObject job, List<Pod> releasable, boolean counted, List<StoredObject> remove) {
        boolean done = true;
        for (Pod pod : releasable) {
            done &= calls.release(pod);
        }
        for (StoredObject pod : remove) {
            boolean free = counted || calls.release(pod.view(Pod.class));
            done &= free && removed(job, pod);
        }
        return done;
    }

    /// The status that stands, with the times of the new one where they differ by less than a second.
    private static JobStatus rounded(JobStatus before, JobStatus after) {
        boolean sameTimes = before.startTime().isPresent() == after.startTime().isPresent()
                && before.completionTime().isPresent() == after.completionTime().isPresent();
        return sameTimes
                ? new JobStatus(
                        before.active(),
                        before.ready(),
                        before.terminating(),
                        before.succeeded(),
                        before.failed(),
                        after.startTime(),
                        after.completionTime(),
                        before.completedIndexes(),
                        before.failedIndexes(),
                        before.uncountedSucceeded(),
                        before.uncountedFailed(),
                        before.conditions())
                : before;
    }

    private boolean removed(StoredObject job, StoredObject pod) {
        ApiReply reply = calls.deletePod(pod);
        loop.post("job-removed", () -> {
            if (reply instanceof ApiReply.Failure(var why, var _)) {
                owned.notDeleted(pod.uid());
                if (!reply.succeededOrGone()) {
                    event(job, EventRecorder.Type.Warning, "FailedDelete", "Error deleting: " + why.message());
                }
                queue.addAfter(job.key(), AGAIN);
            } else {
                event(
                        job,
                        EventRecorder.Type.Normal,
                        "SuccessfulDelete",
                        "Deleted pod: " + pod.key().name());
            }
        });
        return reply.succeededOrGone();
    }

    /// The status was written: what is new in it is reported, and failures begin to count for the pause.
    private void statusWritten(StoredObject stored, Tally tally, JobRule.Verdict verdict) {
        backoff.ended(stored.uid(), tally.ended(), loop.time());
        JobStatus before = stored.view(Job.class).status();
        for (Condition condition : verdict.status().conditions()) {
            boolean there = Condition.find(before.conditions(), condition.type())
                    .filter(old -> old.status() == condition.status())
                    .isPresent();
            if (!there) {
                recordEvent(stored, condition);
            }
        }
    }

    private void recordEvent(StoredObject job, Condition condition) {
        switch (condition.type()) {
            case "Complete" -> event(job, EventRecorder.Type.Normal, "Completed", "Job completed");
            case "Failed" -> event(job, EventRecorder.Type.Warning, condition.reason(), condition.message());
            case "Suspended" -> {
                String reason = condition.isTrue() ? "Suspended" : "Resumed";
                event(job, EventRecorder.Type.Normal, reason, condition.message());
            }
            default -> {
                // the way to an end that is told when it is reached
            }
        }
    }

    private void make(StoredObject stored, Job job, Tally tally, int count) {
        if (count == 0) {
            slowStart.batch(stored, 0);
            return;
        }
        Optional<Duration> pause = job.backoffLimitPerIndex().isPresent()
                ? Optional.empty()
                : backoff.left(stored.uid(), tally.ended(), loop.time());
        if (pause.isPresent()) {
            queue.addAfter(stored.key(), pause.get());
            return;
        }
        int burst = Math.min(count, BURST);
        if (!job.indexed()) {
            for (int left = slowStart.batch(stored, burst); left > 0; left--) {
                make(stored, OptionalInt.empty(), Map.of());
            }
            return;
        }
        Set<Integer> making = indexesBeingMade.getOrDefault(stored.uid(), Set.of());
        List<Integer> free = ready(stored, tally.byIndex(), JobRule.freeIndexes(job, tally, making, burst));
        free.subList(0, slowStart.batch(stored, free.size()))
                .forEach(index ->
                        make(stored, OptionalInt.of(index), tally.byIndex().annotations(index)));
    }

    /// The numbers whose pause after a failure is over; for the others the job is looked at again.
    private List<Integer> ready(StoredObject job, IndexFailures failures, List<Integer> free) {
        List<Integer> ready = free.stream()
                .filter(index -> failures.pause(index, loop.time()).isZero())
                .toList();
        free.stream()
                .map(index -> failures.pause(index, loop.time()))
                .filter(pause -> !pause.isZero())
                .min(Duration::compareTo)
                .ifPresent(pause -> queue.addAfter(job.key(), pause));
        return ready;
    }

    private void make(StoredObject job, OptionalInt index, Map<String, String> annotations) {
        owned.making(job.uid());
        index.ifPresent(number -> indexesBeingMade
                .computeIfAbsent(job.uid(), _ -> new HashSet<>())
                .add(number));
        loop.work("create-job-pod", () -> calls.create(job, index, annotations), outcome -> made(job, index, outcome));
    }

    private void made(StoredObject job, OptionalInt index, Outcome<ApiReply> outcome) {
        if (outcome instanceof Outcome.Done<ApiReply>(ApiReply.One(var _, StoredObject pod, var _))) {
            owned.made(job.uid(), pod);
            event(
                    job,
                    EventRecorder.Type.Normal,
                    "SuccessfulCreate",
                    "Created pod: " + pod.key().name());
            slowStart.succeeded(job);
        } else {
            owned.notMade(job.uid());
            index.ifPresent(number -> numberIsFree(job.uid(), number));
            if (!WorkloadCalls.namespaceGoes(outcome)) {
                String why = "Error creating: " + WorkloadCalls.whyNot(outcome);
                event(job, EventRecorder.Type.Warning, "FailedCreate", why);
            }
            slowStart.failed(job);
        }
        if (owned.beingMade(job.uid()) == 0) {
            queue.add(job.key());
        }
    }

    private void numberIsFree(String job, int index) {
        indexesBeingMade.computeIfPresent(job, (_, making) -> {
            making.remove(index);
            return making.isEmpty() ? null : making;
        });
    }

    private void event(StoredObject job, EventRecorder.Type type, String reason, String message) {
        events.record(InvolvedObject.of(ResourceTypes.JOBS, job), type, reason, message);
    }

    private void beginWhenSynced() {
        if (jobs.hasSynced() && pods.hasSynced()) {
            queue.start();
            pods.all().forEach(this::releaseOrphan);
        }
    }

    /// The pod of a job that is no more, or of none that would take it, is nobody's to count.
    private void releaseOrphan(StoredObject pod) {
        if (jobs.hasSynced() && Tally.tracked(pod.view(Pod.class)) && !counted(pod)) {
            loop.work("release-orphan", () -> calls.release(pod.view(Pod.class)), _ -> {});
        }
    }

    private boolean counted(StoredObject pod) {
        Optional<OwnerReference> owner = OwnedPodsCache.owner(pod);
        if (owner.isEmpty()) {
            return !concerned(pod).isEmpty();
        }
        return jobOf(pod).isEmpty()
                || jobs.get(ResourceTypes.JOBS.key(
                                pod.key().namespace(), owner.get().name()))
                        .filter(job -> job.uid().equals(owner.get().uid()))
                        .isPresent();
    }

    /// The jobs that have to look at a pod.
    private List<ObjectKey> concerned(StoredObject pod) {
        return ConcernedRule.workloads(
                ResourceTypes.JOBS,
                pod,
                () -> BY_SELECTOR.selecting(jobs, pod).stream()
                        .filter(JobLoop::adopts)
                        .toList());
    }

    private static boolean adopts(StoredObject job) {
        return !job.header().deleting() && !job.view(Job.class).status().finished();
    }

    private static Optional<OwnerReference> jobOf(StoredObject pod) {
        return OwnedPodsCache.owner(pod).filter(owner -> owner.kind().equals(ResourceTypes.JOBS.kind()));
    }

    /// Whether the status tells of steps that follow one another: pods that are counted and let go, an end
    /// that is reached.
    private static boolean isUnderWay(JobStatus status) {
        boolean ends = status.is("SuccessCriteriaMet") || status.is("FailureTarget");
        return !status.uncountedSucceeded().isEmpty()
                || !status.uncountedFailed().isEmpty()
                || (ends && !status.finished());
    }

    private void soon(ObjectKey job) {
        queue.addAfter(job, BATCH);
    }

    /// Something has become of a pod. That one was let go which had been counted is a step of our own.
    private void happened(StoredObject pod, boolean free) {
        for (ObjectKey key : concerned(pod)) {
            boolean counted = free
                    && jobs.get(key)
                            .map(job -> job.view(Job.class).status())
                            .filter(status -> status.uncountedSucceeded().contains(pod.uid())
                                    || status.uncountedFailed().contains(pod.uid()))
                            .isPresent();
            if (counted) {
                queue.add(key);
            } else {
                soon(key);
            }
        }
    }

    private final class JobChanges implements InformerHandler {
        @Override
        public void changed(Optional<StoredObject> before, StoredObject after) {
            Job job = after.view(Job.class);
            boolean asked = before.map(old -> old.view(Job.class).meta().generation())
                    .filter(generation -> generation == job.meta().generation())
                    .isEmpty();
            if (asked || isUnderWay(job.status())) {
                queue.add(after.key());
            } else {
                soon(after.key());
            }
        }

        @Override
        public void deleted(StoredObject last) {
            backoff.forget(last.uid());
            slowStart.forget(last);
            indexesBeingMade.remove(last.uid());
            owned.seenOf(last.uid()).forEach(JobLoop.this::releaseOrphan);
        }

        @Override
        public void synced() {
            beginWhenSynced();
        }
    }

    private final class PodChanges implements InformerHandler {
        @Override
        public void changed(Optional<StoredObject> before, StoredObject after) {
            Optional<StoredObject> moved = before.filter(old -> ConcernedRule.moved(old, after));
            moved.ifPresent(old -> concerned(old).forEach(JobLoop.this::soon));
            owned.put(after);
            jobOf(after)
                    .ifPresent(job ->
                            Indexes.of(after.view(Pod.class)).ifPresent(index -> numberIsFree(job.uid(), index)));
            happened(after, !Tally.tracked(after.view(Pod.class)));
            if ((before.isEmpty() || moved.isPresent()) && pods.hasSynced()) {
                releaseOrphan(after);
            }
        }

        @Override
        public void deleted(StoredObject last) {
            owned.remove(last);
            happened(last, true);
        }

        @Override
        public void synced() {
            beginWhenSynced();
        }
    }
}
