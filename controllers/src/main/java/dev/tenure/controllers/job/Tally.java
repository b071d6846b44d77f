package dev.tenure.controllers.job;

import dev.tenure.model.batch.Job;
import dev.tenure.model.core.Pod;
import dev.tenure.model.core.PodPhase;
import dev.tenure.rules.pod.PodRule;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// The pods of a job, counted. A pod bears the job's finalizer until the job's status says that it was seen
/// to end; it moves from there to the counters when the finalizer is gone. So no pod is counted twice, and
/// none is missed, whenever the controller dies. Pure. Upstream: trackJobStatusAndRemoveFinalizers.
final class Tally {
    /// Keeps an ended pod until it is counted.
    static final String FINALIZER = "batch.kubernetes.io/job-tracking";

    private final Job job;
    private final Set<String> uncountedSucceeded = new HashSet<>();
    private final Set<String> uncountedFailed = new HashSet<>();
    private final Set<Integer> completed;
    private IndexFailures failures;
    private final List<Pod> all;
    private final List<Pod> active = new ArrayList<>();
    private final List<Pod> ended = new ArrayList<>();
    private final List<Pod> releasable = new ArrayList<>();
    private int succeeded;
    private int failed;
    private int terminating;
    private Optional<String> fatal = Optional.empty();

    private Tally(Job job, List<Pod> all) {
        this.job = job;
        this.all = all;
        this.succeeded = job.status().succeeded();
        this.failed = job.status().failed();
        this.failures = IndexFailures.of(job, List.of(), List.of());
        this.completed = job.indexed()
                ? Indexes.parse(
                        job.status().completedIndexes(), job.completions().orElse(0))
                : new HashSet<>();
    }

    /// @param pods those that the job controls, as the API shows them
    static Tally of(Job job, List<Pod> pods) {
        var tally = new Tally(job, pods);
        Map<String, Pod> seen = pods.stream()
                .collect(Collectors.toMap(pod -> pod.meta().uid(), Function.identity(), (first, _) -> first));
        tally.succeeded += tally.settle(job.status().uncountedSucceeded(), seen, tally.uncountedSucceeded);
        tally.failed += tally.settle(job.status().uncountedFailed(), seen, tally.uncountedFailed);
        tally.failures = IndexFailures.of(job, pods, tally.succeededIndexes(pods));
        pods.forEach(tally::add);
        if (job.indexed()) {
            tally.succeeded = tally.completed.size();
        }
        return tally;
    }

    private Set<Integer> succeededIndexes(List<Pod> pods) {
        var succeeded = new HashSet<>(completed);
        pods.stream()
                .filter(pod -> pod.status().phase() == PodPhase.SUCCEEDED)
                .forEach(pod -> Indexes.of(pod).ifPresent(succeeded::add));
        return succeeded;
    }

    /// @return how many of those may be counted for good
    private int settle(Set<String> uids, Map<String, Pod> seen, Set<String> uncounted) {
        int settled = 0;
        for (String uid : uids) {
            Pod pod = seen.get(uid);
            if (pod == null || !tracked(pod)) {
                settled++;
            } else {
                uncounted.add(uid);
                releasable.add(pod);
            }
        }
        return settled;
    }

    static boolean tracked(Pod pod) {
        return pod.meta().finalizers().contains(FINALIZER);
    }

    /// Whether a pod runs or is about to.
    static boolean active(Pod pod) {
        return !PodRule.terminal(pod) && !pod.meta().deleting();
    }

    private void add(Pod pod) {
        if (active(pod)) {
            active.add(pod);
        } else if (!PodRule.terminal(pod)) {
            terminating++;
        }
        String uid = pod.meta().uid();
        if (!tracked(pod) || uncountedSucceeded.contains(uid) || uncountedFailed.contains(uid)) {
            return;
        }
        if (job.status().finished()) {
            if (PodRule.terminal(pod) || pod.meta().deleting()) {
                releasable.add(pod);
            }
        } else if (pod.status().phase() == PodPhase.SUCCEEDED) {
            addSuccess(pod);
        } else if (failed(job, pod) && !failures.keeps(pod)) {
            addFailure(pod);
        }
    }

    /// Deleted pods count as failed although they never got that far, unless only failed ones are replaced.
    static boolean failed(Job job, Pod pod) {
        boolean gone = pod.meta().deleting() && pod.status().phase() != PodPhase.SUCCEEDED;
        return pod.status().phase() == PodPhase.FAILED || (gone && !job.replacesFailedOnly());
    }

    private void addSuccess(Pod pod) {
        if (!job.indexed()) {
            uncountedSucceeded.add(pod.meta().uid());
            ended.add(pod);
            return;
        }
        int index = Indexes.of(pod).orElse(-1);
        boolean numbered = index >= 0 && index < job.completions().orElse(0);
        if (numbered) {
            ended.add(pod);
        }
        if (!numbered || !completed.add(index)) {
            releasable.add(pod);
        }
    }

    private void addFailure(Pod pod) {
        switch (FailureRules.meaning(job, pod)) {
            case FailureRules.Meaning.Ignored _ -> {
                releasable.add(pod);
                ended.add(pod);
            }
            case FailureRules.Meaning.Counts _, FailureRules.Meaning.EndsTheIndex _ -> count(pod);
            case FailureRules.Meaning.EndsTheJob(String message) -> {
                fatal = fatal.or(() -> Optional.of(message));
                count(pod);
            }
        }
    }

    private void count(Pod pod) {
        uncountedFailed.add(pod.meta().uid());
        ended.add(pod);
    }

    /// The job is about to end. When it fails, pods that have not ended count as failed; when it succeeds,
    /// they do not count.
    void conclude(boolean fails) {
        Set<String> decided = new HashSet<>(uncountedSucceeded);
        decided.addAll(uncountedFailed);
        Stream.of(ended, releasable)
                .flatMap(List::stream)
                .forEach(pod -> decided.add(pod.meta().uid()));
        for (Pod pod : all) {
            boolean open = tracked(pod) && !decided.contains(pod.meta().uid());
            if (open && (fails || failed(job, pod))) {
                addFailure(pod);
            } else if (open) {
                releasable.add(pod);
            }
        }
    }

    /// Pods that run or are about to.
    List<Pod> active() {
        return active;
    }

    /// Pods on their way out that have not ended.
    int terminating() {
        return terminating;
    }

    /// Pods that were not known to have ended. Those that do not count, by a rule or because their number has
    /// succeeded already, are among them: the job waits after them as after others.
    List<Pod> ended() {
        return ended;
    }

    /// Pods whose end the status tells of, or that do not count: the finalizer may go.
    List<Pod> releasable() {
        return releasable;
    }

    /// Those that count for good, without the uncounted.
    int settledSuccesses() {
        return succeeded;
    }

    int settledFailures() {
        return failed;
    }

    int successes() {
        return succeeded + uncountedSucceeded.size();
    }

    int failures() {
        return failed + uncountedFailed.size();
    }

    Set<String> uncountedSucceeded() {
        return uncountedSucceeded;
    }

    Set<String> uncountedFailed() {
        return uncountedFailed;
    }

    /// The numbers that have succeeded, of an indexed job.
    Set<Integer> completed() {
        return completed;
    }

    /// Failures by number.
    IndexFailures byIndex() {
        return failures;
    }

    /// Why a failed pod ends the job, if one does.
    Optional<String> fatal() {
        return fatal;
    }
}
