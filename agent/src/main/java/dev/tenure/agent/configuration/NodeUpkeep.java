package dev.tenure.agent.configuration;

import dev.tenure.agent.garbage.DeadContainersRule;
import dev.tenure.agent.garbage.ImageGarbageRule;
import dev.tenure.agent.garbage.LogRotator;
import dev.tenure.agent.shutdown.ShutdownRule;
import java.util.List;

/// How a real node keeps itself in order, defaults filled in. Immutable.
///
/// @param shutdown how long pods get when the machine is shut down, by priority, rising; empty: nothing is
///     done for them
public record NodeUpkeep(
        ImageGarbageRule.Settings images,
        DeadContainersRule.Settings containers,
        LogRotator.Settings logs,
        List<ShutdownRule.Share> shutdown) {
    public static final NodeUpkeep STANDARD = new NodeUpkeep(
            ImageGarbageRule.Settings.STANDARD,
            DeadContainersRule.Settings.STANDARD,
            LogRotator.Settings.STANDARD,
            List.of());

    public NodeUpkeep {
        shutdown = List.copyOf(shutdown);
    }

    /// The same with other bounds for ended containers.
    public NodeUpkeep withContainers(DeadContainersRule.Settings other) {
        return new NodeUpkeep(images, other, logs, shutdown);
    }
}
