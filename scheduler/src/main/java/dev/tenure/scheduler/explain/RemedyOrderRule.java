package dev.tenure.scheduler.explain;

import java.util.Comparator;
import java.util.List;

/// Which of two remedies is the smaller change; the smallest is told first. What is looked at, in this order:
///
/// 1. the number of changes
/// 2. whom the widest of them reaches: the pod alone, one node for the pod, one node for all pods, the
///    cluster
/// 3. the sum of that over all changes
/// 4. the share of requests that is taken away, summed up; nothing where none is lowered
/// 5. on how many nodes it helps, the most first
/// 6. the name of the first node
///
/// Pure.
final class RemedyOrderRule {
    static final Comparator<Remedy> SMALLEST_FIRST = Comparator.comparingInt(
                    (Remedy remedy) -> remedy.changes().size())
            .thenComparingInt(remedy -> widest(remedy.changes()))
            .thenComparingInt(remedy ->
                    remedy.changes().stream().mapToInt(RemedyOrderRule::reach).sum())
            .thenComparingDouble(remedy -> remedy.changes().stream()
                    .mapToDouble(RemedyOrderRule::share)
                    .sum())
            .thenComparingInt(remedy -> -remedy.nodes().size())
            .thenComparing(Remedy::node);

    private RemedyOrderRule() {}

    private static int widest(List<SuggestedChange> changes) {
        return changes.stream().mapToInt(RemedyOrderRule::reach).max().orElse(0);
    }

    /// A label may draw other pods to the node, a cordon or taint that goes opens it to all.
    private static int reach(SuggestedChange change) {
        return switch (change) {
            case SuggestedChange.RemoveGate _, SuggestedChange.Tolerate _, SuggestedChange.Request _ -> 0;
            case SuggestedChange.Label _ -> 1;
            case SuggestedChange.Uncordon _, SuggestedChange.RemoveTaint _ -> 2;
            case SuggestedChange.AddNode _ -> 3;
        };
    }

    private static double share(SuggestedChange change) {
        return switch (change) {
            case SuggestedChange.Request(var _, long from, long to) -> (double) (from - to) / Math.max(1, from);
            case SuggestedChange.RemoveGate _,
                    SuggestedChange.Tolerate _,
                    SuggestedChange.Label _,
                    SuggestedChange.Uncordon _,
                    SuggestedChange.RemoveTaint _,
                    SuggestedChange.AddNode _ -> 0;
        };
    }
}
