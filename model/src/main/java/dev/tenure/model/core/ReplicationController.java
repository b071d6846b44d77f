package dev.tenure.model.core;

import dev.tenure.model.meta.Frozen;
import dev.tenure.model.meta.ObjectMeta;
import java.util.List;
import java.util.Map;

/// @param replicas how many are wanted
/// @param minReadySeconds how long a pod must have been ready to count as available
/// @param selector labels of its pods
public record ReplicationController(
        ObjectMeta meta,
        int replicas,
        int minReadySeconds,
        Map<String, String> selector,
        PodTemplate template,
        ReplicationControllerStatus status) {
    public record ReplicationControllerStatus(
            long observedGeneration,
            int replicas,
            int fullyLabeledReplicas,
            int readyReplicas,
            int availableReplicas,
            List<Condition> conditions) {
        public ReplicationControllerStatus {
            conditions = List.copyOf(conditions);
        }
    }

    public ReplicationController {
        selector = Frozen.map(selector);
    }
}
