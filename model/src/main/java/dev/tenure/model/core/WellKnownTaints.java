package dev.tenure.model.core;

/// Keys of the taints that the cluster itself sets. Upstream: well_known_taints.go.
public final class WellKnownTaints {
    public static final String NOT_READY = "node.kubernetes.io/not-ready";
    public static final String UNREACHABLE = "node.kubernetes.io/unreachable";
    public static final String UNSCHEDULABLE = "node.kubernetes.io/unschedulable";
    public static final String MEMORY_PRESSURE = "node.kubernetes.io/memory-pressure";
    public static final String DISK_PRESSURE = "node.kubernetes.io/disk-pressure";
    public static final String PID_PRESSURE = "node.kubernetes.io/pid-pressure";
    public static final String NETWORK_UNAVAILABLE = "node.kubernetes.io/network-unavailable";
    public static final String OUT_OF_SERVICE = "node.kubernetes.io/out-of-service";
    public static final String CLOUD_UNINITIALIZED = "node.cloudprovider.kubernetes.io/uninitialized";
    public static final String CLOUD_SHUTDOWN = "node.cloudprovider.kubernetes.io/shutdown";

    private WellKnownTaints() {}

    /// Whether a key is one of those that the cluster itself sets and removes.
    public static boolean ofTheCluster(String key) {
        return key.startsWith("node.kubernetes.io/")
                || key.startsWith("node.cloudprovider.kubernetes.io/")
                || key.startsWith("node.alpha.kubernetes.io/");
    }
}
