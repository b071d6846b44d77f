package dev.tenure.kubelet.eviction;

import dev.tenure.kubelet.stats.ContainerStats;
import dev.tenure.kubelet.stats.PodStats;
import dev.tenure.kubelet.stats.VolumeStats;
import dev.tenure.model.core.Container;
import dev.tenure.model.core.Pod;
import dev.tenure.model.core.ResourceList;
import dev.tenure.model.core.Volume;
import dev.tenure.model.quantity.Quantity;
import dev.tenure.rules.fit.PodRequestsRule;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Which limits of local storage a pod exceeds, in the order in which they are checked: volumes, the
/// whole pod, single containers. Of several volumes, or containers, the first one counts. Using exactly
/// the limit is allowed.
final class StorageLimitRule {
    /// A limit that is exceeded.
    ///
    /// @param label in upstream's metric `kubelet_evictions`
    /// @param message ends with a blank, as upstream's does
    public record Excess(String label, String message) {}

    private static final String EMPTY_DIR = "emptydirfs.limit";
    private static final String POD = "ephemeralpodfs.limit";
    private static final String CONTAINER = "ephemeralcontainerfs.limit";

    private StorageLimitRule() {}

    /// @param imagesApart whether images lie on a filesystem of their own; then the layers of containers
    ///     do not count for them (an oddity of upstream; vector L5)
    public static List<Excess> exceeded(Pod pod, PodStats stats, boolean imagesApart) {
        var found = new ArrayList<Excess>();
        emptyDir(pod, stats).ifPresent(found::add);
        wholePod(pod, stats).ifPresent(found::add);
        container(pod, stats, imagesApart).ifPresent(found::add);
        return found;
    }

    private static Optional<Excess> emptyDir(Pod pod, PodStats stats) {
        for (Volume volume : pod.spec().volumes()) {
            if (volume.source() instanceof Volume.Source.EmptyDir(var _, Optional<Quantity> limit)
                    && limit.isPresent()
                    && limit.get().sign() > 0
                    && used(stats, volume.name()).compareTo(limit.get()) > 0) {
                return Optional.of(new Excess(
                        EMPTY_DIR,
                        "Usage of EmptyDir volume \"%s\" exceeds the limit \"%s\". "
                                .formatted(volume.name(), limit.get())));
            }
        }
        return Optional.empty();
    }

    /// Of volumes that were reported twice the last report counts.
    private static Quantity used(PodStats stats, String volume) {
        return stats.volumes().stream()
                .filter(each -> each.name().equals(volume))
                .map(VolumeStats::used)
                .reduce((_, later) -> later)
                .map(used -> bytes(used.bytes().orElse(0)))
                .orElse(Quantity.ZERO);
    }

    private static Optional<Excess> wholePod(Pod pod, PodStats stats) {
        ResourceList limits = PodRequestsRule.limits(pod, PodRequestsRule.Options.WRITTEN);
        Quantity limit = limits.get(ResourceList.EPHEMERAL_STORAGE);
        boolean exceeded = limits.has(ResourceList.EPHEMERAL_STORAGE)
                && bytes(stats.ephemeralStorageBytes().orElse(0)).compareTo(limit) > 0;
        return exceeded
                ? Optional.of(new Excess(
                        POD,
                        "Pod ephemeral local storage usage exceeds the total limit of containers %s. "
                                .formatted(limit)))
                : Optional.empty();
    }

    private static Optional<Excess> container(Pod pod, PodStats stats, boolean imagesApart) {
        for (ContainerStats each : stats.containers()) {
            Quantity limit = limit(pod, each.name());
            long used = each.logs().bytes().orElse(0)
                    + (imagesApart ? 0 : each.rootfs().bytes().orElse(0));
            if (!limit.isZero() && bytes(used).compareTo(limit) > 0) {
                return Optional.of(new Excess(
                        CONTAINER,
                        "Container %s exceeded its local ephemeral storage limit \"%s\". "
                                .formatted(each.name(), limit)));
            }
        }
        return Optional.empty();
    }

    private static Quantity limit(Pod pod, String container) {
        return pod.spec().containers().stream()
                .filter(each -> each.name().equals(container))
                .map(Container::resources)
                .map(resources -> resources.limits().get(ResourceList.EPHEMERAL_STORAGE))
                .findFirst()
                .orElse(Quantity.ZERO);
    }

    private static Quantity bytes(long amount) {
        return Quantity.of(amount, Quantity.Format.BINARY_SI);
    }
}
