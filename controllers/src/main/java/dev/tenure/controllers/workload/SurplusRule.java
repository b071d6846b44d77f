package dev.tenure.controllers.workload;

import dev.tenure.model.core.Container;
import dev.tenure.model.core.ContainerStatus;
import dev.tenure.model.core.Pod;
import dev.tenure.model.core.PodPhase;
import dev.tenure.model.quantity.GoDuration;
import dev.tenure.rules.pod.PodRule;
import java.time.Instant;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Which pods a workload gives up that has too many: those that are missed least. Upstream:
/// controller_utils.go (ActivePods, ActivePodsWithRanks).
public final class SurplusRule {
    private static final String DELETION_COST = "controller.kubernetes.io/pod-deletion-cost";
    /// Neither a plus nor leading zeros.
    private static final Pattern COST = Pattern.compile("0|-\\d{1,10}|[1-9]\\d{0,9}");

    private SurplusRule() {}

    /// So many pods of a replica set: first those that are unbound, pending, not ready, cheap, on crowded
    /// nodes, ready for a short time, often restarted, young. Times since which about as much has passed, on
    /// a scale of powers of two, leave it to the uids.
    ///
    /// @param related the active pods of all sets with the same owner: they crowd nodes
    public static List<Pod> ofReplicas(Collection<Pod> active, Collection<Pod> related, Instant now, int count) {
        return least(active, replicas(related, now), count);
    }

    /// So many pods of a Job: first those that are unbound, pending, not ready, ready for a short time, often
    /// restarted, young.
    public static List<Pod> ofJob(Collection<Pod> active, int count) {
        return least(active, jobs(), count);
    }

    /// Those of the active pods, itself among them, of which any may go where a Job gives up this one.
    public static List<Pod> likesOfJob(Pod pod, Collection<Pod> active) {
        return equals(pod, active, jobs());
    }

    private static Comparator<Pod> jobs() {
        return progress()
                .thenComparing(SurplusRule::readySince, latestFirst())
                .thenComparing(byRestarts())
                .thenComparing(pod -> pod.meta().creationTimestamp(), latestFirst());
    }

    /// Those of the active pods, itself among them, of which any may go where a replica set gives up this
    /// one. Two of which nothing says who is first leave it open among all whom only uids tell apart.
    ///
    /// @param related as for [#ofReplicas]
    public static List<Pod> likes(Pod pod, Collection<Pod> active, Collection<Pod> related, Instant now) {
        Comparator<Pod> rank = rank(related).thenComparingInt(each -> magnitude(readySince(each), now));
        List<Pod> likes = equals(pod, active, rank);
        if (likes.stream().map(SurplusRule::readySince).distinct().count() == 1) {
            likes = equals(
                    pod,
                    likes,
                    byRestarts().thenComparingInt(each -> magnitude(each.meta().creationTimestamp(), now)));
        }
        boolean open = likes.stream().map(Standing::of).distinct().count() < likes.size();
        return open ? likes : List.of(pod);
    }

    /// Those of the active pods, itself among them, of which any may go where a replica set gives up this one
    /// and it is open how crowded their nodes are.
    public static List<Pod> likesWhereverOthersAre(Pod pod, Collection<Pod> active) {
        return equals(pod, active, needed());
    }

    /// By what pods are told apart that are alike otherwise.
    private record Standing(Instant readySince, int restarts, int ofSidecars, Instant created) {
        static Standing of(Pod pod) {
            return new Standing(
                    SurplusRule.readySince(pod),
                    SurplusRule.restarts(pod.status().containerStatuses().stream()),
                    SurplusRule.restarts(sidecars(pod)),
                    pod.meta().creationTimestamp());
        }
    }

    private static List<Pod> equals(Pod pod, Collection<Pod> pods, Comparator<Pod> order) {
        return pods.stream().filter(other -> order.compare(pod, other) == 0).toList();
    }

    /// The order goes round in a circle where uids decide about some pods and times about others, so nothing
    /// can put them in order that relies on its not doing so.
    private static List<Pod> least(Collection<Pod> pods, Comparator<Pod> order, int count) {
        var queue = new PriorityQueue<>(order);
        queue.addAll(pods);
        return Stream.generate(queue::remove)
                .limit(Math.clamp(count, 0, pods.size()))
                .toList();
    }

    private static Comparator<Pod> progress() {
        return Comparator.comparing((Pod pod) -> pod.spec().bound())
                .thenComparingInt(pod -> phaseRank(pod.status().phase()))
                .thenComparing(PodRule::ready);
    }

    private static Comparator<Pod> needed() {
        return progress().thenComparingInt(SurplusRule::deletionCost);
    }

    private static Comparator<Pod> rank(Collection<Pod> related) {
        Map<String, Integer> onNode = new HashMap<>();
        related.forEach(pod -> onNode.merge(pod.spec().nodeName(), 1, Integer::sum));
        return needed().thenComparingInt(pod -> -onNode.getOrDefault(pod.spec().nodeName(), 0));
    }

    private static Comparator<Pod> replicas(Collection<Pod> related, Instant now) {
        return rank(related)
                .thenComparing((pod, other) -> youngest(pod, readySince(pod), other, readySince(other), now))
                .thenComparing(byRestarts())
                .thenComparing((pod, other) -> youngest(
                        pod, pod.meta().creationTimestamp(), other, other.meta().creationTimestamp(), now));
    }

    private static int phaseRank(PodPhase phase) {
        return switch (phase) {
            case PENDING -> 0;
            case UNKNOWN -> 1;
            case RUNNING, SUCCEEDED, FAILED -> 2;
        };
    }

    private static int deletionCost(Pod pod) {
        String cost = pod.meta().annotations().getOrDefault(DELETION_COST, "0");
        try {
            return COST.matcher(cost).matches() ? Integer.parseInt(cost) : 0;
        } catch (NumberFormatException _) {
            return 0;
        }
    }

    /// The epoch for a pod that is not ready or does not say since when it is.
    private static Instant readySince(Pod pod) {
        return PodRule.availableFrom(pod, 0).orElse(Instant.EPOCH);
    }

    /// The latest first; before all others one that is not known.
    private static Comparator<Instant> latestFirst() {
        return Comparator.comparing((Instant at) -> !at.equals(Instant.EPOCH)).thenComparing(Comparator.reverseOrder());
    }

    private static int youngest(Pod pod, Instant at, Pod other, Instant otherAt, Instant now) {
        if (at.equals(otherAt) || at.equals(Instant.EPOCH) || otherAt.equals(Instant.EPOCH)) {
            return latestFirst().compare(at, otherAt);
        }
        int scaled = Integer.compare(magnitude(at, now), magnitude(otherAt, now));
        return scaled != 0 ? scaled : pod.meta().uid().compareTo(other.meta().uid());
    }

    /// The power of two of the nanoseconds that have passed.
    private static int magnitude(Instant since, Instant now) {
        long nanos = GoDuration.between(since, now).toNanos();
        return nanos > 0 ? Long.SIZE - 1 - Long.numberOfLeadingZeros(nanos) : -1;
    }

    private static Comparator<Pod> byRestarts() {
        return Comparator.comparingInt((Pod pod) -> -restarts(pod.status().containerStatuses().stream()))
                .thenComparingInt(pod -> -restarts(sidecars(pod)));
    }

    private static Stream<ContainerStatus> sidecars(Pod pod) {
        Set<String> names = pod.spec().initContainers().stream()
                .filter(Container::sidecar)
                .map(Container::name)
                .collect(Collectors.toSet());
        return pod.status().initContainerStatuses().stream().filter(status -> names.contains(status.name()));
    }

    private static int restarts(Stream<ContainerStatus> containers) {
        return containers.mapToInt(ContainerStatus::restartCount).max().orElse(0);
    }
}
