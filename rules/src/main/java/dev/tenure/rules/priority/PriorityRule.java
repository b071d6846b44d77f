package dev.tenure.rules.priority;

import java.util.Map;

/// Which priorities are set apart for the system. Upstream: pkg/apis/scheduling/types.go.
public final class PriorityRule {
    /// The highest priority that users may give.
    public static final int USER_MAX = 1_000_000_000;
    /// From here on a pod is critical to the system.
    public static final int SYSTEM_CRITICAL = 2 * USER_MAX;

    public static final String CLUSTER_CRITICAL_CLASS = "system-cluster-critical";
    public static final String NODE_CRITICAL_CLASS = "system-node-critical";

    /// What the classes that every cluster has are worth, by their names.
    public static final Map<String, Integer> SYSTEM_CLASSES =
            Map.of(CLUSTER_CRITICAL_CLASS, SYSTEM_CRITICAL, NODE_CRITICAL_CLASS, SYSTEM_CRITICAL + 1000);

    private PriorityRule() {}

    public static boolean systemCritical(int priority) {
        return priority >= SYSTEM_CRITICAL;
    }
}
