package dev.tenure.kubelet.eviction.ranking;

import dev.tenure.kubelet.stats.ContainerStats;
import dev.tenure.kubelet.stats.PodStats;
import dev.tenure.kubelet.stats.UsedStorage;
import dev.tenure.kubelet.stats.VolumeStats;
import dev.tenure.model.core.Pod;
import dev.tenure.model.core.Volume;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/// How much of a filesystem a pod takes. Unknown numbers count as 0. Upstream: podDiskUsage in
/// eviction/helpers.go.
final class DiskUsageRule {
    private static final String MEMORY_MEDIUM = "Memory";
    private static final Set<String> LOCAL_TYPES = Set.of("hostPath", "configMap", "gitRepo");

    private DiskUsageRule() {}

    static long bytes(Pod pod, PodStats stats, MeasuredStorage measured) {
        return sum(pod, stats, measured, used -> used.bytes().orElse(0));
    }

    static long inodes(Pod pod, PodStats stats, MeasuredStorage measured) {
        return sum(pod, stats, measured, used -> used.inodes().orElse(0));
    }

    private static long sum(Pod pod, PodStats stats, MeasuredStorage measured, Function<UsedStorage, Long> amount) {
        long sum = 0;
        for (ContainerStats container : stats.containers()) {
            sum += measured.layers() ? amount.apply(container.rootfs()) : 0;
            sum += measured.logs() ? amount.apply(container.logs()) : 0;
        }
        if (measured.volumes()) {
            Set<String> local = localVolumes(pod);
            for (VolumeStats volume : stats.volumes()) {
                sum += local.contains(volume.name()) ? amount.apply(volume.used()) : 0;
            }
        }
        return sum;
    }

    /// Volumes that lie on the node's own disk, whatever they hold; those in memory do not.
    private static Set<String> localVolumes(Pod pod) {
        return pod.spec().volumes().stream()
                .filter(DiskUsageRule::local)
                .map(Volume::name)
                .collect(Collectors.toSet());
    }

    private static boolean local(Volume volume) {
        return volume.source() instanceof Volume.Source.EmptyDir(String medium, var _)
                ? !medium.equals(MEMORY_MEDIUM)
                : LOCAL_TYPES.contains(volume.type());
    }
}
