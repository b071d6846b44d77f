package dev.tenure.scheduler.plugin.defaultpreemption;

import dev.tenure.scheduler.view.PodInfo;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.ToLongFunction;

/// Which pod matters more, and which node's victims matter least.
final class ImportanceRule {
    /// The more important pod first: by priority, then the one that started earlier. A pod that has not
    /// started yet comes last.
    static final Comparator<PodInfo> MOST_IMPORTANT_FIRST =
            Comparator.comparingInt(PodInfo::priority).reversed().thenComparing(ImportanceRule::started);

    /// Added to each priority before summing up, so that fewer victims count less even when priorities are
    /// negative.
    private static final long PRIORITY_OFFSET = 1L << 31;

    private static final List<ToLongFunction<PreemptionCandidate>> CRITERIA = List.of(
            PreemptionCandidate::budgetViolations,
            candidate -> candidate.victims().getFirst().priority(),
            candidate -> candidate.victims().stream()
                    .mapToLong(victim -> victim.priority() + PRIORITY_OFFSET)
                    .sum(),
            candidate -> candidate.victims().size());

    private ImportanceRule() {}

    private static Instant started(PodInfo pod) {
        return pod.pod().status().startTime().orElse(Instant.MAX);
    }

    /// The candidates that cost least; several when nothing tells them apart. In the order given.
    static List<PreemptionCandidate> cheapest(List<PreemptionCandidate> candidates) {
        List<PreemptionCandidate> left = candidates;
        for (ToLongFunction<PreemptionCandidate> criterion : CRITERIA) {
            long lowest = left.stream().mapToLong(criterion).min().orElse(0);
            left = left.stream()
                    .filter(candidate -> criterion.applyAsLong(candidate) == lowest)
                    .toList();
        }
        return latestStarted(left);
    }

    private static List<PreemptionCandidate> latestStarted(List<PreemptionCandidate> candidates) {
        var latest = new ArrayList<PreemptionCandidate>();
        Instant best = Instant.MIN;
        for (PreemptionCandidate candidate : candidates) {
            Instant start = earliestOfTop(candidate.victims());
            if (start.isAfter(best)) {
                latest.clear();
                best = start;
            }
            if (start.equals(best)) {
                latest.add(candidate);
            }
        }
        return latest;
    }

    /// When the first of the most important victims started.
    private static Instant earliestOfTop(List<PodInfo> victims) {
        int top = victims.stream().mapToInt(PodInfo::priority).max().orElse(0);
        return victims.stream()
                .filter(victim -> victim.priority() == top)
                .map(ImportanceRule::started)
                .min(Comparator.naturalOrder())
                .orElse(Instant.MAX);
    }
}
