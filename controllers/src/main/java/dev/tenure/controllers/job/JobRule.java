package dev.tenure.controllers.job;

import dev.tenure.controllers.workload.SurplusRule;
import dev.tenure.model.batch.Job;
import dev.tenure.model.batch.Job.JobStatus;
import dev.tenure.model.batch.Job.SuccessRule;
import dev.tenure.model.core.Condition;
import dev.tenure.model.core.Condition.Truth;
import dev.tenure.model.core.ContainerStatus;
import dev.tenure.model.core.Pod;
import dev.tenure.model.core.RestartPolicy;
import dev.tenure.model.quantity.GoDuration;
import dev.tenure.rules.pod.PodRule;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.UnaryOperator;

/// What a job needs: pods made or removed, and the status that follows from its pods. Pure. Upstream:
/// job_controller.go (syncJob, manageJob, enactJobFinished).
final class JobRule {
    private static final String SUCCESS_TARGET = "SuccessCriteriaMet";
    private static final String FAILURE_TARGET = "FailureTarget";
    private static final String SUSPENDED = "Suspended";
    private static final Set<String> FINISHED = Set.of("Complete", "Failed");

    private JobRule() {}

    /// What to do.
    ///
    /// @param status as it has to be; its `active` counts neither pods to be made nor those to be removed
    /// @param create how many pods to make
    /// @param remove pods that are too many
    /// @param counted whether those that are removed count as failed, which pods of a job that has ended do
    /// @param deadline when the job's time is up, if that lies ahead
    record Verdict(JobStatus status, int create, List<Pod> remove, boolean counted, Optional<Instant> deadline) {}

    /// @param making pods whose creation is under way
    /// @param asOfNow brings a time that the job tells to the clock as it goes now
    static Verdict decide(Job job, Tally tally, int making, Instant now, UnaryOperator<Instant> asOfNow) {
        JobStatus before = job.status();
        if (before.finished()) {
            return new Verdict(status(job, tally, before.conditions(), now), 0, tally.active(), true, Optional.empty());
        }
        Optional<Condition> target = target(job, tally, now, asOfNow);
        List<Condition> conditions = new ArrayList<>(before.conditions());
        if (target.isPresent()) {
            tally.conclude(target.get().type().equals(FAILURE_TARGET));
            add(conditions, target.get());
            if (making == 0 && allEnded(tally)) {
                String type = target.get().type().equals(SUCCESS_TARGET) ? "Complete" : "Failed";
                add(
                        conditions,
                        condition(type, target.get().reason(), target.get().message(), now));
            }
            return new Verdict(status(job, tally, conditions, now), 0, tally.active(), true, Optional.empty());
        }
        if (job.suspended()) {
            suspend(conditions, Truth.TRUE, "JobSuspended", "Job suspended", now);
            return new Verdict(status(job, tally, conditions, now), 0, tally.active(), false, Optional.empty());
        }
        if (Condition.find(conditions, SUSPENDED).isPresent()) {
            suspend(conditions, Truth.FALSE, "JobResumed", "Job resumed", now);
        }
        int active = tally.active().size();
        int wanted = wanted(job, tally);
        int standingIn = job.replacesFailedOnly() ? tally.terminating() : 0;
        int create = job.meta().deleting() ? 0 : Math.max(0, wanted - active - making - standingIn);
        List<Pod> remove = SurplusRule.ofJob(tally.active(), active - wanted);
        return new Verdict(status(job, tally, conditions, now), create, remove, false, deadline(job, asOfNow));
    }

    private static boolean allEnded(Tally tally) {
        return tally.active().isEmpty()
                && tally.terminating() == 0
                && tally.uncountedSucceeded().isEmpty()
                && tally.uncountedFailed().isEmpty();
    }

    /// The condition that decides how the job ends, if that is decided.
    private static Optional<Condition> target(Job job, Tally tally, Instant now, UnaryOperator<Instant> asOfNow) {
        for (String type : List.of(FAILURE_TARGET, SUCCESS_TARGET)) {
            Optional<Condition> there =
                    Condition.find(job.status().conditions(), type).filter(Condition::isTrue);
            if (there.isPresent()) {
                return there;
            }
        }
        if (tally.fatal().isPresent()) {
            return Optional.of(
                    condition(FAILURE_TARGET, "PodFailurePolicy", tally.fatal().get(), now));
        }
        if (tally.failures() > job.backoffLimit() || restartsTooOften(job, tally)) {
            String message = "Job has reached the specified backoff limit";
            return Optional.of(condition(FAILURE_TARGET, "BackoffLimitExceeded", message, now));
        }
        if (!job.suspended()
                && deadline(job, asOfNow).filter(at -> !now.isBefore(at)).isPresent()) {
            String message = "Job was active longer than specified deadline";
            return Optional.of(condition(FAILURE_TARGET, "DeadlineExceeded", message, now));
        }
        Optional<Condition> byIndex = byIndex(job, tally, now);
        if (byIndex.isPresent()) {
            return byIndex;
        }
        if (complete(job, tally)) {
            String message = "Reached expected number of succeeded pods";
            return Optional.of(condition(SUCCESS_TARGET, "CompletionsReached", message, now));
        }
        return Optional.empty();
    }

    /// How the numbers of an indexed job end it.
    private static Optional<Condition> byIndex(Job job, Tally tally, Instant now) {
        if (!job.indexed()) {
            return Optional.empty();
        }
        int failed = tally.byIndex().failed().size();
        if (job.maxFailedIndexes().isPresent()
                && failed > job.maxFailedIndexes().getAsInt()) {
            String message = "Job has exceeded the specified maximal number of failed indexes";
            return Optional.of(condition(FAILURE_TARGET, "MaxFailedIndexesExceeded", message, now));
        }
        if (failed > 0 && failed + tally.completed().size() >= job.completions().orElse(0)) {
            return Optional.of(condition(FAILURE_TARGET, "FailedIndexes", "Job has failed indexes", now));
        }
        for (int i = 0; i < job.successRules().size(); i++) {
            if (enough(job, tally, job.successRules().get(i))) {
                return Optional.of(condition(SUCCESS_TARGET, "SuccessPolicy", "Matched rules at index " + i, now));
            }
        }
        return Optional.empty();
    }

    private static boolean enough(Job job, Tally tally, SuccessRule rule) {
        Set<Integer> done = tally.completed();
        if (done.isEmpty()) {
            return false;
        }
        if (rule.indexes().isEmpty()) {
            return rule.count().isPresent() && done.size() >= rule.count().getAsInt();
        }
        IndexRanges meant =
                IndexRanges.parse(rule.indexes().get(), job.completions().orElse(0));
        long matched = done.stream().filter(meant::contains).count();
        return matched >= (rule.count().isPresent() ? rule.count().getAsInt() : meant.count());
    }

    private static boolean complete(Job job, Tally tally) {
        if (!tally.active().isEmpty()) {
            return false;
        }
        return job.completions().isEmpty()
                ? tally.successes() > 0
                : tally.successes() >= job.completions().getAsInt();
    }

    /// Where containers are started again in their pods, their restarts are the failures.
    private static boolean restartsTooOften(Job job, Tally tally) {
        if (job.template().spec().restartPolicy() != RestartPolicy.ON_FAILURE) {
            return false;
        }
        int restarts = 0;
        for (Pod pod : tally.active()) {
            for (ContainerStatus container : pod.status().initContainerStatuses()) {
                restarts += container.restartCount();
            }
            for (ContainerStatus container : pod.status().containerStatuses()) {
                restarts += container.restartCount();
            }
        }
        return job.backoffLimit() == 0 ? restarts > 0 : restarts >= job.backoffLimit();
    }

    private static Optional<Instant> deadline(Job job, UnaryOperator<Instant> asOfNow) {
        return job.activeDeadlineSeconds().isEmpty()
                ? Optional.empty()
                : job.status()
                        .startTime()
                        .map(start -> asOfNow.apply(start)
                                .plus(GoDuration.ofSeconds(
                                        job.activeDeadlineSeconds().getAsLong())));
    }

    /// How many pods are to run.
    private static int wanted(Job job, Tally tally) {
        if (job.completions().isEmpty()) {
            return tally.successes() > 0 ? tally.active().size() : job.parallelism();
        }
        int missing = job.completions().getAsInt()
                - tally.successes()
                - tally.byIndex().failed().size();
        return Math.max(0, Math.min(job.parallelism(), missing));
    }

    /// When a finished job has been there for as long as it is to stay, if that is said. Upstream:
    /// ttlafterfinished_controller.go.
    static Optional<Instant> expiry(Job job, UnaryOperator<Instant> asOfNow) {
        if (job.ttlSecondsAfterFinished().isEmpty()) {
            return Optional.empty();
        }
        return job.status().conditions().stream()
                .filter(condition -> condition.isTrue() && FINISHED.contains(condition.type()))
                .findFirst()
                .map(condition -> asOfNow.apply(condition.lastTransitionTime())
                        .plusSeconds(job.ttlSecondsAfterFinished().getAsInt()));
    }

    /// Numbers for so many pods: the smallest that neither have succeeded nor are at it.
    static List<Integer> freeIndexes(Job job, Tally tally, Set<Integer> making, int count) {
        var taken = new TreeSet<>(tally.completed());
        taken.addAll(making);
        taken.addAll(tally.byIndex().failed());
        tally.active().forEach(pod -> Indexes.of(pod).ifPresent(taken::add));
        var free = new ArrayList<Integer>();
        for (int i = 0; i < job.completions().orElse(0) && free.size() < count; i++) {
            if (!taken.contains(i)) {
                free.add(i);
            }
        }
        return free;
    }

    private static JobStatus status(Job job, Tally tally, List<Condition> conditions, Instant now) {
        JobStatus before = job.status();
        boolean running = !job.suspended() && !before.finished();
        boolean complete = Condition.find(conditions, "Complete").isPresent();
        return new JobStatus(
                tally.active().size(),
                (int) tally.active().stream().filter(PodRule::ready).count(),
                tally.terminating(),
                tally.settledSuccesses(),
                tally.settledFailures(),
                job.suspended() && !before.finished()
                        ? Optional.empty()
                        : before.startTime().or(() -> running ? Optional.of(now) : Optional.empty()),
                before.completionTime().or(() -> complete ? Optional.of(now) : Optional.empty()),
                Indexes.write(tally.completed()),
                job.backoffLimitPerIndex().isPresent()
                        ? Optional.of(Indexes.write(tally.byIndex().failed()))
                        : Optional.empty(),
                tally.uncountedSucceeded(),
                tally.uncountedFailed(),
                conditions);
    }

    private static void suspend(List<Condition> conditions, Truth truth, String reason, String message, Instant now) {
        Optional<Condition> there = Condition.find(conditions, SUSPENDED);
        if (there.filter(condition -> condition.status() == truth).isEmpty()) {
            conditions.removeIf(condition -> condition.type().equals(SUSPENDED));
            conditions.add(new Condition(SUSPENDED, truth, reason, message, now, now, 0));
        }
    }

    private static Condition condition(String type, String reason, String message, Instant now) {
        return new Condition(type, Truth.TRUE, reason, message, now, now, 0);
    }

    private static void add(List<Condition> conditions, Condition added) {
        if (Condition.find(conditions, added.type()).isEmpty()) {
            conditions.add(added);
        }
    }
}
