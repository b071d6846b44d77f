package dev.tenure.model.core;

import dev.tenure.model.meta.ObjectMeta;
import java.util.Map;

/// @param replicas how many are wanted
/// @param selector labels of its pods
/// @param statusReplicas how many there were when last counted
public record ReplicationController(ObjectMeta meta, int replicas, Map<String, String> selector, int statusReplicas) {
    public ReplicationController {
        selector = Map.copyOf(selector);
    }
}
