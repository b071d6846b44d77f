package dev.tenure.model.core;

import dev.tenure.model.meta.ObjectMeta;
import java.util.List;
import java.util.Optional;

/// A node, with the fields that decisions read.
public record Node(ObjectMeta meta, NodeSpec spec, NodeStatus status) {
    public static final String READY = "Ready";
    public static final String MEMORY_PRESSURE = "MemoryPressure";
    public static final String DISK_PRESSURE = "DiskPressure";
    public static final String PID_PRESSURE = "PIDPressure";
    public static final String NETWORK_UNAVAILABLE = "NetworkUnavailable";

    /// @param providerId empty when no cloud knows the node
    public record NodeSpec(List<Taint> taints, boolean unschedulable, String providerId, List<String> podCidrs) {
        public NodeSpec {
            taints = List.copyOf(taints);
            podCidrs = List.copyOf(podCidrs);
        }
    }

    public record NodeStatus(
            ResourceList capacity,
            ResourceList allocatable,
            List<Condition> conditions,
            List<ContainerImage> images,
            List<NodeAddress> addresses,
            NodeInfo nodeInfo,
            List<String> declaredFeatures,
            List<String> volumesInUse,
            int kubeletPort) {
        public NodeStatus {
            conditions = List.copyOf(conditions);
            images = List.copyOf(images);
            addresses = List.copyOf(addresses);
            declaredFeatures = List.copyOf(declaredFeatures);
            volumesInUse = List.copyOf(volumesInUse);
        }
    }

    /// @param type `InternalIP`, `Hostname`, …
    public record NodeAddress(String type, String address) {}

    public record ContainerImage(List<String> names, long sizeBytes) {
        public ContainerImage {
            names = List.copyOf(names);
        }
    }

    public record NodeInfo(String kubeletVersion) {}

    public Optional<Condition> condition(String type) {
        return Condition.find(status.conditions, type);
    }

    /// Whether a condition has the status True; one that the node does not show has not.
    public boolean isTrue(String type) {
        return condition(type).filter(Condition::isTrue).isPresent();
    }

    public String name() {
        return meta.name();
    }

    @Override
    public String toString() {
        return "Node[" + meta.name() + "]";
    }
}
