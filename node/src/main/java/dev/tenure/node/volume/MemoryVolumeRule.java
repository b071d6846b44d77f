package dev.tenure.node.volume;

import dev.tenure.model.core.Pod;
import dev.tenure.model.quantity.Quantity;
import dev.tenure.node.cgroup.ResourceRule;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.LongStream;

/// How large a volume in memory is made: a writer who wants more finds it full, so it never goes beyond its
/// own limit. Upstream: volume/emptydir (calculateEmptyDirMemorySize).
final class MemoryVolumeRule {
    private MemoryVolumeRule() {}

    /// The smallest of the volume's limit, the pod's limit of memory and what all pods may have; absent when
    /// there is none of them.
    public static OptionalLong sizeBytes(Optional<Quantity> limit, Pod pod, Quantity allocatable) {
        return LongStream.of(
                        limit.map(Quantity::value).orElse(0L),
                        ResourceRule.ofPod(pod).memoryBytes().orElse(0),
                        allocatable.value())
                .filter(bytes -> bytes > 0)
                .min();
    }
}
