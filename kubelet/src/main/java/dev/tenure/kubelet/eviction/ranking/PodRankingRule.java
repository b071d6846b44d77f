package dev.tenure.kubelet.eviction.ranking;

import dev.tenure.kubelet.eviction.threshold.FilesystemLayout;
import dev.tenure.kubelet.eviction.threshold.Signal;
import dev.tenure.kubelet.stats.PodStats;
import dev.tenure.kubelet.stats.Summary;
import dev.tenure.model.core.Pod;
import dev.tenure.model.core.ResourceList;
import dev.tenure.model.quantity.Quantity;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Function;

/// In which order pods go when a node is short of something: first those that use more than they asked
/// for, then the lower priority, then the larger use beyond what was asked for. Nobody asks for inodes or
/// tasks: with inodes, who uses any uses more than asked for; tasks know only priority and number. A pod
/// without numbers goes before one with them.
///
/// An oddity that is kept: with inodes, the request for ephemeral storage, in bytes, is taken off the
/// number of inodes (upstream's disk comparator; vector R13). Pods that are equal keep their order.
/// Upstream: eviction/helpers.go.
public final class PodRankingRule {
    private PodRankingRule() {}

    /// The pods, first victim first.
    public static List<Pod> ranked(Signal signal, FilesystemLayout layout, List<Pod> pods, Summary summary) {
        Function<Pod, Optional<PodStats>> stats = pod -> summary.pod(pod.meta().uid());
        Comparator<Pod> priority = Comparator.comparingInt(pod -> pod.spec().priority());
        Usage used = usage(signal, layout);
        Comparator<Pod> order = switch (signal) {
            case MEMORY_AVAILABLE, ALLOCATABLE_MEMORY_AVAILABLE ->
                exceeding(stats, used, ResourceList.MEMORY)
                        .thenComparing(priority)
                        .thenComparing(largest(stats, used, ResourceList.MEMORY));
            case NODEFS_AVAILABLE, IMAGEFS_AVAILABLE, CONTAINERFS_AVAILABLE ->
                exceeding(stats, used, ResourceList.EPHEMERAL_STORAGE)
                        .thenComparing(priority)
                        .thenComparing(largest(stats, used, ResourceList.EPHEMERAL_STORAGE));
            case NODEFS_INODES_FREE, IMAGEFS_INODES_FREE, CONTAINERFS_INODES_FREE ->
                exceeding(stats, used, Signal.INODES)
                        .thenComparing(priority)
                        .thenComparing(largest(stats, used, ResourceList.EPHEMERAL_STORAGE));
            case PID_AVAILABLE -> priority.thenComparing(largest(stats, used, Signal.PIDS));
        };
        return pods.stream().sorted(order).toList();
    }

    /// Where a pod stands among those of its node, with the numbers that put it there.
    ///
    /// @param used of what is short: bytes, inodes or tasks; absent when nothing is known of the pod
    /// @param requested the same; nobody requests inodes or tasks
    /// @param exceeds whether it uses more than it requests, which comes before priority; never with tasks
    public record Standing(Pod pod, OptionalLong used, Quantity requested, boolean exceeds) {}

    /// The pods in the order of [#ranked], with the numbers that put them there.
    public static List<Standing> standings(Signal signal, FilesystemLayout layout, List<Pod> pods, Summary summary) {
        Usage usage = usage(signal, layout);
        boolean requests = !signal.resource().equals(Signal.INODES) && signal != Signal.PID_AVAILABLE;
        return ranked(signal, layout, pods, summary).stream()
                .map(pod -> {
                    Optional<PodStats> known = summary.pod(pod.meta().uid());
                    OptionalLong used = known.map(stats -> OptionalLong.of(usage.of(pod, stats)))
                            .orElse(OptionalLong.empty());
                    Quantity requested = requests ? PodRequestRule.request(pod, signal.resource()) : Quantity.ZERO;
                    boolean exceeds = signal != Signal.PID_AVAILABLE
                            && used.isPresent()
                            && Quantity.of(used.getAsLong(), Quantity.Format.BINARY_SI)
                                            .compareTo(requested)
                                    > 0;
                    return new Standing(pod, used, requested, exceeds);
                })
                .toList();
    }

    private static Usage usage(Signal signal, FilesystemLayout layout) {
        return switch (signal) {
            case MEMORY_AVAILABLE, ALLOCATABLE_MEMORY_AVAILABLE ->
                (_, known) -> known.memoryBytes().orElse(0);
            case NODEFS_AVAILABLE, IMAGEFS_AVAILABLE, CONTAINERFS_AVAILABLE -> {
                MeasuredStorage measured = measured(signal, layout);
                yield (pod, known) -> DiskUsageRule.bytes(pod, known, measured);
            }
            case NODEFS_INODES_FREE, IMAGEFS_INODES_FREE, CONTAINERFS_INODES_FREE -> {
                MeasuredStorage measured = measured(signal, layout);
                yield (pod, known) -> DiskUsageRule.inodes(pod, known, measured);
            }
            case PID_AVAILABLE -> (_, known) -> known.processes().orElse(0);
        };
    }

    /// How much a pod uses of what is short.
    private interface Usage {
        long of(Pod pod, PodStats stats);
    }

    private static Comparator<Pod> exceeding(Function<Pod, Optional<PodStats>> stats, Usage used, String requested) {
        return withStatsLast(
                stats, (pod, known) -> over(pod, used.of(pod, known), requested).sign() > 0 ? 0 : 1);
    }

    private static Comparator<Pod> largest(Function<Pod, Optional<PodStats>> stats, Usage used, String requested) {
        Comparator<Pod> byAmount = Comparator.comparing(
                pod -> stats.apply(pod)
                        .map(known -> over(pod, used.of(pod, known), requested))
                        .orElse(Quantity.ZERO),
                Comparator.reverseOrder());
        return withoutStats(stats).thenComparing(byAmount);
    }

    private static Quantity over(Pod pod, long used, String requested) {
        return Quantity.of(used, Quantity.Format.BINARY_SI).minus(PodRequestRule.request(pod, requested));
    }

    private static Comparator<Pod> withStatsLast(Function<Pod, Optional<PodStats>> stats, Usage key) {
        return withoutStats(stats)
                .thenComparingLong(
                        pod -> stats.apply(pod).map(known -> key.of(pod, known)).orElse(0L));
    }

    private static Comparator<Pod> withoutStats(Function<Pod, Optional<PodStats>> stats) {
        return Comparator.comparingInt(pod -> stats.apply(pod).isPresent() ? 1 : 0);
    }

    /// What counts when a filesystem is short. Upstream measures nothing when images alone lie on it.
    private static MeasuredStorage measured(Signal signal, FilesystemLayout layout) {
        boolean images = signal == Signal.IMAGEFS_AVAILABLE || signal == Signal.IMAGEFS_INODES_FREE;
        boolean layers = signal == Signal.CONTAINERFS_AVAILABLE || signal == Signal.CONTAINERFS_INODES_FREE;
        return switch (layout) {
            case SINGLE -> MeasuredStorage.ALL;
            case DEDICATED -> images || layers ? MeasuredStorage.LAYERS : MeasuredStorage.LOGS_AND_VOLUMES;
            case SPLIT -> images ? MeasuredStorage.NOTHING : MeasuredStorage.ALL;
        };
    }
}
