package dev.tenure.model.apps;

import dev.tenure.model.core.Condition;
import dev.tenure.model.core.PodTemplate;
import dev.tenure.model.meta.LabelSelector;
import dev.tenure.model.meta.ObjectMeta;
import java.util.List;

/// @param replicas how many pods are wanted
/// @param minReadySeconds how long a pod must have been ready to count as available
public record ReplicaSet(
        ObjectMeta meta,
        int replicas,
        int minReadySeconds,
        LabelSelector selector,
        PodTemplate template,
        ReplicaSetStatus status) {
    public record ReplicaSetStatus(
            long observedGeneration,
            int replicas,
            int fullyLabeledReplicas,
            int readyReplicas,
            int availableReplicas,
            int terminatingReplicas,
            List<Condition> conditions) {
        public ReplicaSetStatus {
            conditions = List.copyOf(conditions);
        }
    }
}
