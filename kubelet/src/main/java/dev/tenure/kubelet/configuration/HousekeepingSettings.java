package dev.tenure.kubelet.configuration;

import dev.tenure.kubelet.garbage.DeadContainersRule;
import dev.tenure.kubelet.garbage.ImageGarbageRule;
import dev.tenure.kubelet.garbage.LogLimits;
import dev.tenure.kubelet.shutdown.ShutdownRule;
import java.util.List;

/// How a real node keeps itself in order, defaults filled in. Immutable.
///
/// @param shutdown how long pods get when the machine is shut down, by priority, rising; empty: nothing is
///     done for them
public record HousekeepingSettings(
        ImageGarbageRule.Settings images,
        DeadContainersRule.Settings containers,
        LogLimits logs,
        List<ShutdownRule.Share> shutdown) {
    public static final HousekeepingSettings STANDARD = new HousekeepingSettings(
            ImageGarbageRule.Settings.STANDARD, DeadContainersRule.Settings.STANDARD, LogLimits.STANDARD, List.of());

    public HousekeepingSettings {
        shutdown = List.copyOf(shutdown);
    }

    /// The same with other bounds for ended containers.
    public HousekeepingSettings withContainers(DeadContainersRule.Settings other) {
        return new HousekeepingSettings(images, other, logs, shutdown);
    }
}
