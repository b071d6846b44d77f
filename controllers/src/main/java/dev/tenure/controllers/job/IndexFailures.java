package dev.tenure.controllers.job;

import dev.tenure.model.batch.Job;
import dev.tenure.model.core.Pod;
import dev.tenure.runtime.time.TimeSource;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeSet;

/// Failures by number, of an indexed job that bears so many of each (`backoffLimitPerIndex`). How often a
/// number has failed stands at its newest pod; a failed pod is kept until there is one that takes its place,
/// which bears its count on. Upstream: indexed_job_utils.go, backoff_utils.go.
final class IndexFailures {
    /// Bear how often the number of a pod had failed before it, and how often that was ignored.
    private static final String COUNT = "batch.kubernetes.io/job-index-failure-count";

    private static final String IGNORED = "batch.kubernetes.io/job-index-ignored-failure-count";

    private final Job job;
    private final Set<Integer> failed = new TreeSet<>();
    private final Map<Integer, Pod> kept = new HashMap<>();

    private IndexFailures(Job job) {
        this.job = job;
        failed.addAll(Indexes.parse(
                job.status().failedIndexes().orElse(""), job.completions().orElse(0)));
    }

    /// @param pods those of the job
    /// @param succeeded numbers that have succeeded
    static IndexFailures of(Job job, List<Pod> pods, Collection<Integer> succeeded) {
        var failures = new IndexFailures(job);
        if (job.backoffLimitPerIndex().isEmpty()) {
            return failures;
        }
        Set<Integer> at = new TreeSet<>(succeeded);
        pods.stream().filter(Tally::active).forEach(pod -> Indexes.of(pod).ifPresent(at::add));
        List<Pod> lost = pods.stream()
                .filter(pod -> Tally.failed(job, pod) && Tally.tracked(pod))
                .toList();
        lost.stream()
                .filter(pod ->
                        !job.status().uncountedFailed().contains(pod.meta().uid()))
                .forEach(failures::judge);
        lost.forEach(pod -> failures.index(pod).ifPresent(index -> {
            if (!at.contains(index) && !failures.failed.contains(index)) {
                failures.kept.merge(index, pod, IndexFailures::newer);
            }
        }));
        return failures;
    }

    private OptionalInt index(Pod pod) {
        OptionalInt index = Indexes.of(pod);
        return index.isPresent() && index.getAsInt() < job.completions().orElse(0) ? index : OptionalInt.empty();
    }

    private void judge(Pod pod) {
        FailureRules.Meaning meaning = FailureRules.meaning(job, pod);
        boolean enough = meaning instanceof FailureRules.Meaning.EndsTheIndex
                || (!(meaning instanceof FailureRules.Meaning.Ignored)
                        && count(pod, COUNT) >= job.backoffLimitPerIndex().orElse(Integer.MAX_VALUE));
        if (enough) {
            index(pod).ifPresent(failed::add);
        }
    }

    private static Pod newer(Pod one, Pod other) {
        return before(other) >= before(one) ? other : one;
    }

    private static int before(Pod pod) {
        return count(pod, COUNT) + count(pod, IGNORED);
    }

    private static int count(Pod pod, String annotation) {
        String text = pod.meta().annotations().getOrDefault(annotation, "");
        return text.matches("\\d{1,9}") ? Integer.parseInt(text) : 0;
    }

    /// The numbers that are given up.
    Set<Integer> failed() {
        return failed;
    }

    /// Whether a failed pod is kept because its count stands nowhere else yet.
    boolean keeps(Pod pod) {
        return kept.values().stream()
                .anyMatch(each -> each.meta().uid().equals(pod.meta().uid()));
    }

    /// What the next pod of a number bears.
    Map<String, String> annotations(int index) {
        if (job.backoffLimitPerIndex().isEmpty()) {
            return Map.of();
        }
        Pod last = kept.get(index);
        if (last == null) {
            return Map.of(COUNT, "0");
        }
        boolean ignored = FailureRules.meaning(job, last) instanceof FailureRules.Meaning.Ignored;
        int counted = count(last, COUNT) + (ignored ? 0 : 1);
        int others = count(last, IGNORED) + (ignored ? 1 : 0);
        return others == 0
                ? Map.of(COUNT, Integer.toString(counted))
                : Map.of(COUNT, Integer.toString(counted), IGNORED, Integer.toString(others));
    }

    /// How long it is until the next pod of a number may be made.
    Duration pause(int index, TimeSource time) {
        Pod last = kept.get(index);
        if (last == null) {
            return Duration.ZERO;
        }
        Optional<Duration> left = JobBackoff.left(before(last) + 1, JobBackoff.endOf(last, time), time);
        return left.orElse(Duration.ZERO);
    }
}
