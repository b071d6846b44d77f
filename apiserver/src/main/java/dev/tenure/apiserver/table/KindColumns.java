package dev.tenure.apiserver.table;

import java.util.List;
import java.util.Map;

/// The columns of each kind's table; a kind that is not named shows its name and when it was made.
public final class KindColumns {
    private static final Map<String, List<Column>> BY_RESOURCE = Map.ofEntries(
            Map.entry("pods", PodColumns.ALL),
            Map.entry("nodes", NodeColumns.ALL),
            Map.entry("namespaces", ClusterColumns.NAMESPACES),
            Map.entry("configmaps", ClusterColumns.CONFIG_MAPS),
            Map.entry("secrets", ClusterColumns.SECRETS),
            Map.entry("serviceaccounts", ClusterColumns.SERVICE_ACCOUNTS),
            Map.entry("services", ClusterColumns.SERVICES),
            Map.entry("events", ClusterColumns.EVENTS),
            Map.entry("resourcequotas", ClusterColumns.RESOURCE_QUOTAS),
            Map.entry("replicationcontrollers", WorkloadColumns.REPLICA_SETS),
            Map.entry("deployments.apps", WorkloadColumns.DEPLOYMENTS),
            Map.entry("replicasets.apps", WorkloadColumns.REPLICA_SETS),
            Map.entry("daemonsets.apps", WorkloadColumns.DAEMON_SETS),
            Map.entry("statefulsets.apps", WorkloadColumns.STATEFUL_SETS),
            Map.entry("jobs.batch", WorkloadColumns.JOBS),
            Map.entry("cronjobs.batch", WorkloadColumns.CRON_JOBS),
            Map.entry("leases.coordination.k8s.io", ClusterColumns.LEASES),
            Map.entry("priorityclasses.scheduling.k8s.io", ClusterColumns.PRIORITY_CLASSES),
            Map.entry("poddisruptionbudgets.policy", ClusterColumns.DISRUPTION_BUDGETS),
            Map.entry("runtimeclasses.node.k8s.io", ClusterColumns.RUNTIME_CLASSES));

    private KindColumns() {}

    /// @param qualifiedResource for example `deployments.apps`
    public static List<Column> of(String qualifiedResource) {
        return BY_RESOURCE.getOrDefault(qualifiedResource, List.of());
    }
}
