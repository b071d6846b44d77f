package dev.tenure.model.apps;

import dev.tenure.model.core.PodTemplate;
import dev.tenure.model.meta.IntOrPercent;
import dev.tenure.model.meta.LabelSelector;
import dev.tenure.model.meta.ObjectMeta;
import java.util.OptionalInt;

/// One pod on every node that fits.
public record DaemonSet(
        ObjectMeta meta,
        int minReadySeconds,
        OptionalInt revisionHistoryLimit,
        UpdateStrategy updateStrategy,
        LabelSelector selector,
        PodTemplate template,
        DaemonSetStatus status) {
    public sealed interface UpdateStrategy {
        record OnDelete() implements UpdateStrategy {}

        record RollingUpdate(IntOrPercent maxUnavailable, IntOrPercent maxSurge) implements UpdateStrategy {}
    }

    public record DaemonSetStatus(
            long observedGeneration,
            int currentNumberScheduled,
            int desiredNumberScheduled,
            int numberMisscheduled,
            int numberReady,
            int numberAvailable,
            int numberUnavailable,
            int updatedNumberScheduled,
            OptionalInt collisionCount) {}
}
