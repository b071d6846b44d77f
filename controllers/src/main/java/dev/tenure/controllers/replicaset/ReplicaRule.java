package dev.tenure.controllers.replicaset;

import dev.tenure.model.apps.ReplicaSet;
import dev.tenure.model.core.ContainerStatus;
import dev.tenure.model.core.Pod;
import dev.tenure.model.core.PodPhase;
import dev.tenure.rules.pod.PodRule;
import java.time.Instant;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.Stream;

/// Decides how many pods to make, or which to delete. Upstream: replica_set.go, controller_utils.go
/// (ActivePodsWithRanks).
public final class ReplicaRule {
    /// So many pods at most are made or deleted at one look.
    static final int BURST = 500;

    private static final String DELETION_COST = "controller.kubernetes.io/pod-deletion-cost";

    /// What to do.
    public sealed interface Verdict {
        record Keep() implements Verdict {}

        record Create(int count) implements Verdict {}

        record Delete(List<Pod> pods) implements Verdict {}
    }

    private ReplicaRule() {}

    /// @param active pods of the set that have neither ended nor are being deleted, those included that
    ///     were just made
    /// @param related active pods of all sets with the same owner: crowded nodes give up theirs first;
    ///     asked for only when pods have to go
    public static Verdict decide(ReplicaSet set, List<Pod> active, Supplier<List<Pod>> related, Instant now) {
        int surplus = active.size() - set.replicas();
        if (surplus < 0) {
            return new Verdict.Create(Math.min(-surplus, BURST));
        }
        if (surplus == 0) {
            return new Verdict.Keep();
        }
        int count = Math.min(surplus, BURST);
        if (count == active.size()) {
            return new Verdict.Delete(active);
        }
        return new Verdict.Delete(
                active.stream().sorted(order(related.get(), now)).limit(count).toList());
    }

    /// Those first that are missed least: unbound, pending, not ready, cheap, on crowded nodes, ready for
    /// a short time, often restarted, young.
    private static Comparator<Pod> order(List<Pod> related, Instant now) {
        var onNode = new HashMap<String, Integer>();
        for (Pod pod : related) {
            onNode.merge(pod.spec().nodeName(), 1, Integer::sum);
        }
        return Comparator.comparing((Pod pod) -> pod.spec().bound())
                .thenComparingInt(pod -> phaseRank(pod.status().phase()))
                .thenComparing(PodRule::ready)
                .thenComparingInt(ReplicaRule::deletionCost)
                .thenComparing(crowded(onNode))
                .thenComparing(pod -> PodRule.availableFrom(pod, 0).orElse(now), Comparator.reverseOrder())
                .thenComparingInt(pod -> -restarts(pod))
                .thenComparing(pod -> pod.meta().creationTimestamp(), Comparator.reverseOrder());
    }

    private static Comparator<Pod> crowded(Map<String, Integer> onNode) {
        return Comparator.comparingInt(pod -> -onNode.getOrDefault(pod.spec().nodeName(), 0));
    }

    private static int phaseRank(PodPhase phase) {
        return switch (phase) {
            case PENDING -> 0;
            case UNKNOWN -> 1;
            case RUNNING, SUCCEEDED, FAILED -> 2;
        };
    }

    private static int deletionCost(Pod pod) {
        try {
            return Integer.parseInt(pod.meta().annotations().getOrDefault(DELETION_COST, "0"));
        } catch (NumberFormatException _) {
            return 0;
        }
    }

    private static int restarts(Pod pod) {
        return Stream.concat(pod.status().initContainerStatuses().stream(), pod.status().containerStatuses().stream())
                .mapToInt(ContainerStatus::restartCount)
                .max()
                .orElse(0);
    }
}
