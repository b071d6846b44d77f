package dev.tenure.model.storage;

import dev.tenure.model.core.NodeSelectorRequirement;
import dev.tenure.model.meta.ObjectMeta;
import java.util.List;

/// @param waitForFirstConsumer whether volumes are bound only once a pod that uses them is placed
/// @param allowedTopologies labels that a node must have, one term of them; empty allows all nodes
public record StorageClass(
        ObjectMeta meta,
        String provisioner,
        boolean waitForFirstConsumer,
        List<List<NodeSelectorRequirement>> allowedTopologies) {
    public StorageClass {
        allowedTopologies = allowedTopologies.stream().map(List::copyOf).toList();
    }
}
