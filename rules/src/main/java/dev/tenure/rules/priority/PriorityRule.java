package dev.tenure.rules.priority;

/// Which priorities are set apart for the system, and which class a pod gets that names none.
public final class PriorityRule {
    /// The highest priority that users may give.
    public static final int USER_MAX = 1_000_000_000;
    /// From here on a pod is critical to the system.
    public static final int SYSTEM_CRITICAL = 2 * USER_MAX;

    public static final String CLUSTER_CRITICAL_CLASS = "system-cluster-critical";
    public static final String NODE_CRITICAL_CLASS = "system-node-critical";
    public static final int CLUSTER_CRITICAL = SYSTEM_CRITICAL;
    public static final int NODE_CRITICAL = SYSTEM_CRITICAL + 1000;

    private PriorityRule() {}

    public static boolean systemCritical(int priority) {
        return priority >= SYSTEM_CRITICAL;
    }
}
