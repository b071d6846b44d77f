package dev.tenure.model.core;

import dev.tenure.model.meta.ObjectMeta;

/// A pod, with the fields that decisions read.
public record Pod(ObjectMeta meta, PodSpec spec, PodStatus status) {
    public static final String SCHEDULED = "PodScheduled";
    public static final String READY = "Ready";
    public static final String CONTAINERS_READY = "ContainersReady";
    public static final String INITIALIZED = "Initialized";
    public static final String DISRUPTION_TARGET = "DisruptionTarget";

    /// `namespace/name`.
    public String qualifiedName() {
        return meta.namespace() + "/" + meta.name();
    }

    @Override
    public String toString() {
        return "Pod[" + qualifiedName() + "]";
    }
}
