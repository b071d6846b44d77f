package dev.tenure.simnodes.usage;

import dev.tenure.kubelet.eviction.reclaim.Reclaim;
import dev.tenure.kubelet.eviction.threshold.FilesystemLayout;
import dev.tenure.kubelet.stats.FsStats;
import dev.tenure.kubelet.stats.MemoryStats;
import dev.tenure.kubelet.stats.NodeStats;
import dev.tenure.kubelet.stats.PodStats;
import dev.tenure.kubelet.stats.ProcessStats;
import dev.tenure.kubelet.stats.UsedStorage;
import dev.tenure.model.core.Node;
import dev.tenure.model.core.ResourceList;
import dev.tenure.model.metrics.ResourceUsage.Amounts;
import dev.tenure.model.metrics.ResourceUsage.OfContainer;
import dev.tenure.model.quantity.Quantity;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Function;
import java.util.function.ToLongFunction;

/// What a simulated node has and uses: its capacity from the node's status, its shape and its own usage
/// from annotations, and what was cleaned up so far. Confined to one loop.
public final class NodeUsage {
    private static final String PREFIX = "simulation.tenure.dev/";
    private static final String LAYOUT = PREFIX + "filesystem-layout";
    private static final String IMAGEFS_CAPACITY = PREFIX + "imagefs-capacity";
    private static final String INODES = PREFIX + "inodes";
    private static final String PROCESSES_MAX = PREFIX + "max-processes";
    private static final long BYTES_PER_INODE = 16_384;
    private static final long PROCESSES_DEFAULT = 32_768;
    private static final long IMAGEFS_DEFAULT = 100L << 30;

    private final DeclaredUsage declared;
    private final Instant since;
    private final Map<Reclaim, Long> freed = new EnumMap<>(Reclaim.class);

    /// @param since from when the node's own usage counts
    public NodeUsage(DeclaredUsage declared, Instant since) {
        this.declared = declared;
        this.since = since;
    }

    public DeclaredUsage declared() {
        return declared;
    }

    /// By the annotation `simulation.tenure.dev/filesystem-layout`: `single` (also when it says anything
    /// else), `dedicated` or `split`.
    public static FilesystemLayout layout(Node node) {
        return switch (node.meta().annotations().getOrDefault(LAYOUT, "")) {
            case "dedicated" -> FilesystemLayout.DEDICATED;
            case "split" -> FilesystemLayout.SPLIT;
            default -> FilesystemLayout.SINGLE;
        };
    }

    /// Frees what there is to free now; more may come later.
    public void cleanUp(Reclaim step, Instant now) {
        freed.put(step, amount(name(step), now));
    }

    private static String name(Reclaim step) {
        return switch (step) {
            case DEAD_CONTAINERS -> "dead-containers";
            case UNUSED_IMAGES -> "unused-images";
        };
    }

    private long left(Reclaim step, Instant now) {
        return Math.max(0, amount(name(step), now) - freed.getOrDefault(step, 0L));
    }

    private long amount(String name, Instant now) {
        return SimulatedUsageRule.at(declared.get(name), Duration.between(since, now));
    }

    /// What the node uses of processors and memory, its pods included.
    public Amounts used(Collection<OfContainer> containers, Instant now) {
        long cpu = amount(DeclaredUsage.CPU, now);
        long memory = amount("memory", now) + amount("active-file", now);
        for (OfContainer container : containers) {
            cpu += container.cpuMilli().orElse(0);
            memory += container.memoryBytes().orElse(0);
        }
        return new Amounts(cpu, memory);
    }

    /// What the node measures.
    ///
    /// @param pods the numbers of all pods that run there
    /// @param podsLimitBytes the memory that all pods together may take; absent when nothing limits them
    public NodeStats stats(Node node, Collection<PodStats> pods, OptionalLong podsLimitBytes, Instant now) {
        long memory = sum(pods, each -> each.memoryBytes().orElse(0));
        long processes = sum(pods, each -> each.processes().orElse(0)) + amount("processes", now);
        long processesMax = number(node, PROCESSES_MAX, PROCESSES_DEFAULT);
        Optional<MemoryStats> whole = capacity(node, ResourceList.MEMORY)
                .map(capacity -> memory(capacity, memory + amount("memory", now) + amount("active-file", now), now));
        Optional<MemoryStats> ofPods = podsLimitBytes.isPresent()
                ? Optional.of(memory(podsLimitBytes.getAsLong(), memory, now))
                : Optional.empty();
        Filesystems filesystems = filesystems(node, pods, now);
        return new NodeStats(
                whole,
                ofPods,
                filesystems.nodefs(),
                filesystems.imagefs(),
                filesystems.containerfs(),
                Optional.of(
                        new ProcessStats(Optional.of(now), OptionalLong.of(processesMax), OptionalLong.of(processes))));
    }

    private static MemoryStats memory(long capacity, long used, Instant now) {
        long held = Math.min(used, capacity);
        return new MemoryStats(Optional.of(now), OptionalLong.of(capacity - held), OptionalLong.of(held));
    }

    private record Filesystems(Optional<FsStats> nodefs, Optional<FsStats> imagefs, Optional<FsStats> containerfs) {}

    private Filesystems filesystems(Node node, Collection<PodStats> pods, Instant now) {
        long capacity = capacity(node, ResourceList.EPHEMERAL_STORAGE).orElse(0L);
        if (capacity == 0) {
            return new Filesystems(Optional.empty(), Optional.empty(), Optional.empty());
        }
        FilesystemLayout layout = layout(node);
        long layers = sum(pods, each -> layers(each, UsedStorage::bytes));
        long layerInodes = sum(pods, each -> layers(each, UsedStorage::inodes));
        long rest = sum(pods, each -> each.ephemeralStorageBytes().orElse(0)) - layers + amount("nodefs", now);
        long restInodes = sum(pods, NodeUsage::volumeInodes) + amount("nodefs-inodes", now);
        long dead = left(Reclaim.DEAD_CONTAINERS, now);
        long images = left(Reclaim.UNUSED_IMAGES, now) + amount("imagefs", now);
        long inodes = number(node, INODES, capacity / BYTES_PER_INODE);
        long imageCapacity = number(node, IMAGEFS_CAPACITY, IMAGEFS_DEFAULT);
        long imageInodes = imageCapacity / BYTES_PER_INODE;
        return switch (layout) {
            case SINGLE -> {
                FsStats all =
                        filesystem(capacity, layers + rest + dead + images, inodes, layerInodes + restInodes, now);
                yield new Filesystems(Optional.of(all), Optional.of(all), Optional.of(all));
            }
            case DEDICATED -> {
                FsStats apart = filesystem(imageCapacity, images + layers + dead, imageInodes, layerInodes, now);
                yield new Filesystems(
                        Optional.of(filesystem(capacity, rest, inodes, restInodes, now)),
                        Optional.of(apart),
                        Optional.of(apart));
            }
            case SPLIT -> {
                FsStats own = filesystem(capacity, rest + layers + dead, inodes, restInodes + layerInodes, now);
                yield new Filesystems(
                        Optional.of(own),
                        Optional.of(filesystem(imageCapacity, images, imageInodes, 0, now)),
                        Optional.of(own));
            }
        };
    }

    private static FsStats filesystem(long capacity, long used, long inodes, long inodesUsed, Instant now) {
        return new FsStats(
                Optional.of(now),
                OptionalLong.of(Math.max(0, capacity - used)),
                OptionalLong.of(capacity),
                OptionalLong.of(Math.max(0, inodes - inodesUsed)),
                OptionalLong.of(inodes));
    }

    private static long layers(PodStats pod, Function<UsedStorage, OptionalLong> amount) {
        return pod.containers().stream()
                .mapToLong(container -> amount.apply(container.rootfs()).orElse(0))
                .sum();
    }

    private static long volumeInodes(PodStats pod) {
        return pod.volumes().stream()
                .mapToLong(volume -> volume.used().inodes().orElse(0))
                .sum();
    }

    private static long sum(Collection<PodStats> pods, ToLongFunction<PodStats> amount) {
        return pods.stream().mapToLong(amount).sum();
    }

    private static Optional<Long> capacity(Node node, String resource) {
        ResourceList capacity = node.status().capacity();
        return capacity.has(resource) ? Optional.of(capacity.get(resource).value()) : Optional.empty();
    }

    private static long number(Node node, String annotation, long otherwise) {
        String text = node.meta().annotations().get(annotation);
        if (text == null) {
            return otherwise;
        }
        try {
            return Quantity.parse(text.strip()).value();
        } catch (IllegalArgumentException _) {
            return otherwise;
        }
    }
}
