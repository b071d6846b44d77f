package dev.tenure.model.apps;

import dev.tenure.model.core.Condition;
import dev.tenure.model.core.PodTemplate;
import dev.tenure.model.meta.IntOrPercent;
import dev.tenure.model.meta.LabelSelector;
import dev.tenure.model.meta.ObjectMeta;
import java.util.List;
import java.util.OptionalInt;

/// @param replicas how many pods are wanted
/// @param revisionHistoryLimit how many old replica sets are kept
/// @param progressDeadlineSeconds after what time without progress the rollout counts as failed
public record Deployment(
        ObjectMeta meta,
        int replicas,
        int minReadySeconds,
        boolean paused,
        OptionalInt revisionHistoryLimit,
        OptionalInt progressDeadlineSeconds,
        Strategy strategy,
        LabelSelector selector,
        PodTemplate template,
        DeploymentStatus status) {
    public sealed interface Strategy {
        record Recreate() implements Strategy {}

        record RollingUpdate(IntOrPercent maxUnavailable, IntOrPercent maxSurge) implements Strategy {}
    }

    /// @param collisionCount how often the name of a new replica set was taken; absent before the first time
    public record DeploymentStatus(
            long observedGeneration,
            int replicas,
            int updatedReplicas,
            int readyReplicas,
            int availableReplicas,
            int unavailableReplicas,
            int terminatingReplicas,
            OptionalInt collisionCount,
            List<Condition> conditions) {
        public DeploymentStatus {
            conditions = List.copyOf(conditions);
        }
    }
}
