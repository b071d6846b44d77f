package dev.tenure.kubelet.eviction.threshold;

import dev.tenure.model.core.Node;

/// What a node says of itself when it is short of something. In the order in which rejections name them.
public enum PressureCondition {
    MEMORY(Node.MEMORY_PRESSURE),
    DISK(Node.DISK_PRESSURE),
    PID(Node.PID_PRESSURE);

    private final String type;

    PressureCondition(String type) {
        this.type = type;
    }

    /// The type of the node's condition.
    public String type() {
        return type;
    }
}
