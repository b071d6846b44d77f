package dev.tenure.node;

import dev.tenure.kubelet.eviction.signal.TripPointRule;
import dev.tenure.kubelet.eviction.threshold.Signal;
import dev.tenure.kubelet.eviction.threshold.Threshold;
import dev.tenure.kubelet.stats.MemoryStats;
import dev.tenure.kubelet.stats.Summary;
import dev.tenure.node.cgroup.GroupName;
import dev.tenure.node.cgroup.PodControlGroups;
import dev.tenure.node.stats.MemoryAlarm;
import dev.tenure.runtime.time.Tick;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/// Has the kernel tell when memory crosses a threshold, at the use that the last numbers make of it; worked
/// out anew at most every ten seconds. Without new numbers the old points stay. Confined to its loop.
/// Upstream: memory_threshold_notifier_others.go.
public final class MemoryNotices {
    private static final Duration RENEWED_AFTER = Duration.ofSeconds(10);

    /// Where the kernel is asked.
    public interface Kernel {
        Optional<MemoryAlarm.Waiting> onUse(Path group, long bytes);
    }

    private record Asked(long usageBytes, MemoryAlarm.Waiting waiting) {}

    private final Kernel kernel;
    private final Path root;
    private final Optional<PodControlGroups> groups;
    private final List<Threshold> thresholds;
    private final Map<Integer, Asked> asked = new HashMap<>();
    private Optional<Tick> renewed = Optional.empty();

    /// @param root of the memory controller
    public MemoryNotices(Kernel kernel, Path root, Optional<PodControlGroups> groups, List<Threshold> thresholds) {
        this.kernel = kernel;
        this.root = root;
        this.groups = groups;
        this.thresholds =
                thresholds.stream().filter(threshold -> !threshold.blank()).toList();
    }

    /// New numbers were measured.
    public void measured(Summary summary, Tick now) {
        if (renewed.isPresent() && now.since(renewed.get()).compareTo(RENEWED_AFTER) <= 0) {
            return;
        }
        renewed = Optional.of(now);
        for (int i = 0; i < thresholds.size(); i++) {
            renew(i, thresholds.get(i), summary);
        }
    }

    private void renew(int number, Threshold threshold, Summary summary) {
        Optional<Path> group = group(threshold.signal());
        Optional<MemoryStats> memory = threshold.signal() == Signal.MEMORY_AVAILABLE
                ? summary.node().memory()
                : summary.node().allocatableMemory();
        if (group.isEmpty() || memory.isEmpty()) {
            return;
        }
        OptionalLong point = TripPointRule.usageBytes(memory.get(), threshold.value());
        Asked before = asked.get(number);
        if (point.isEmpty() || (before != null && before.usageBytes() == point.getAsLong())) {
            return;
        }
        kernel.onUse(group.get(), point.getAsLong()).ifPresent(waiting -> {
            asked.put(number, new Asked(point.getAsLong(), waiting));
            if (before != null) {
                before.waiting().close();
            }
        });
    }

    private Optional<Path> group(Signal signal) {
        return switch (signal) {
            case MEMORY_AVAILABLE -> Optional.of(root);
            case ALLOCATABLE_MEMORY_AVAILABLE -> groups.map(all -> all.folder("memory", GroupName.pods()));
            case NODEFS_AVAILABLE,
                    NODEFS_INODES_FREE,
                    IMAGEFS_AVAILABLE,
                    IMAGEFS_INODES_FREE,
                    CONTAINERFS_AVAILABLE,
                    CONTAINERFS_INODES_FREE,
                    PID_AVAILABLE -> Optional.empty();
        };
    }
}
