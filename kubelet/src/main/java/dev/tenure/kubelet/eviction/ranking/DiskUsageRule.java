package dev.tenure.kubelet.eviction.ranking;

import dev.tenure.kubelet.stats.ContainerStats;
import dev.tenure.kubelet.stats.PodStats;
import dev.tenure.kubelet.stats.UsedStorage;
import dev.tenure.kubelet.stats.VolumeStats;
import dev.tenure.model.core.Pod;
import dev.tenure.model.core.Volume;
import java.util.Set;
import java.util.function.Function;

/// How much of a filesystem a pod takes. Unknown numbers count as 0. Upstream: podDiskUsage in
/// eviction/helpers.go.
final class DiskUsageRule {
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
            for (Volume volume : pod.spec().volumes()) {
                sum += local(volume) ? amount.apply(used(stats, volume.name())) : 0;
            }
        }
        return sum;
    }

    private static UsedStorage used(PodStats stats, String volume) {
        return stats.volumes().stream()
                .filter(each -> each.name().equals(volume))
                .findFirst()
                .map(VolumeStats::used)
                .orElse(UsedStorage.UNKNOWN);
    }

    /// Volumes that lie on the node's own disk, whatever they hold; those in memory or huge pages do not.
    /// Upstream: localVolumeNames in eviction/helpers.go.
    private static boolean local(Volume volume) {
        return volume.source() instanceof Volume.Source.EmptyDir(String medium, var _)
                ? medium.isEmpty()
                : LOCAL_TYPES.contains(volume.type());
    }
}
