package dev.tenure.kinds.table;

import dev.tenure.apiserver.table.Column;
import java.util.List;
import java.util.Map;

/// The columns of each kind's table; a kind that is not named shows its name and when it was made.
public final class KindColumns {
    private static final Map<String, List<Column>> BY_RESOURCE = Map.ofEntries(
            Map.entry("pods", PodColumns.ALL),
            Map.entry("certificatesigningrequests.certificates.k8s.io", AccessColumns.SIGNING_REQUESTS),
            Map.entry("nodes", NodeColumns.ALL),
            Map.entry("componentstatuses", PlatformColumns.COMPONENTS),
            Map.entry("namespaces", ClusterColumns.NAMESPACES),
            Map.entry("configmaps", ClusterColumns.CONFIG_MAPS),
            Map.entry("secrets", ClusterColumns.SECRETS),
            Map.entry("serviceaccounts", ClusterColumns.SERVICE_ACCOUNTS),
            Map.entry("services", ClusterColumns.SERVICES),
            Map.entry("events", ClusterColumns.EVENTS),
            Map.entry("resourcequotas", ClusterColumns.RESOURCE_QUOTAS),
            Map.entry("replicationcontrollers", WorkloadColumns.REPLICA_SETS),
            Map.entry("podtemplates", WorkloadColumns.POD_TEMPLATES),
            Map.entry("deployments.apps", WorkloadColumns.DEPLOYMENTS),
            Map.entry("replicasets.apps", WorkloadColumns.REPLICA_SETS),
            Map.entry("daemonsets.apps", WorkloadColumns.DAEMON_SETS),
            Map.entry("statefulsets.apps", WorkloadColumns.STATEFUL_SETS),
            Map.entry("jobs.batch", WorkloadColumns.JOBS),
            Map.entry("cronjobs.batch", WorkloadColumns.CRON_JOBS),
            Map.entry("leases.coordination.k8s.io", ClusterColumns.LEASES),
            Map.entry("priorityclasses.scheduling.k8s.io", ClusterColumns.PRIORITY_CLASSES),
            Map.entry("poddisruptionbudgets.policy", ClusterColumns.DISRUPTION_BUDGETS),
            Map.entry("runtimeclasses.node.k8s.io", ClusterColumns.RUNTIME_CLASSES),
            Map.entry("endpoints", NetworkColumns.ENDPOINTS),
            Map.entry("endpointslices.discovery.k8s.io", NetworkColumns.SLICES),
            Map.entry("networkpolicies.networking.k8s.io", NetworkColumns.POLICIES),
            Map.entry("ingresses.networking.k8s.io", NetworkColumns.INGRESSES),
            Map.entry("ingressclasses.networking.k8s.io", NetworkColumns.INGRESS_CLASSES),
            Map.entry("horizontalpodautoscalers.autoscaling", AutoscalerColumns.ALL),
            Map.entry("persistentvolumes", StorageColumns.VOLUMES),
            Map.entry("persistentvolumeclaims", StorageColumns.CLAIMS),
            Map.entry("storageclasses.storage.k8s.io", StorageColumns.CLASSES),
            Map.entry("csidrivers.storage.k8s.io", StorageColumns.DRIVERS),
            Map.entry("csinodes.storage.k8s.io", StorageColumns.NODES_OF_DRIVERS),
            Map.entry("volumeattachments.storage.k8s.io", StorageColumns.ATTACHMENTS),
            Map.entry("ipaddresses.networking.k8s.io", PlatformColumns.ADDRESSES),
            Map.entry("servicecidrs.networking.k8s.io", PlatformColumns.SERVICE_RANGES),
            Map.entry("volumeattributesclasses.storage.k8s.io", PlatformColumns.ATTRIBUTES_CLASSES),
            Map.entry("validatingadmissionpolicies.admissionregistration.k8s.io", PlatformColumns.VALIDATING_POLICIES),
            Map.entry("mutatingadmissionpolicies.admissionregistration.k8s.io", PlatformColumns.MUTATING_POLICIES),
            Map.entry(
                    "validatingadmissionpolicybindings.admissionregistration.k8s.io", PlatformColumns.POLICY_BINDINGS),
            Map.entry("mutatingadmissionpolicybindings.admissionregistration.k8s.io", PlatformColumns.POLICY_BINDINGS),
            Map.entry("apiservices.apiregistration.k8s.io", PlatformColumns.API_SERVICES),
            Map.entry("flowschemas.flowcontrol.apiserver.k8s.io", PlatformColumns.FLOW_SCHEMAS),
            Map.entry("prioritylevelconfigurations.flowcontrol.apiserver.k8s.io", PlatformColumns.PRIORITY_LEVELS),
            Map.entry("deviceclasses.resource.k8s.io", PlatformColumns.NAME_AND_AGE),
            Map.entry("resourceclaims.resource.k8s.io", PlatformColumns.DEVICE_CLAIMS),
            Map.entry("resourceclaimtemplates.resource.k8s.io", PlatformColumns.NAME_AND_AGE),
            Map.entry("resourceslices.resource.k8s.io", PlatformColumns.DEVICE_SLICES),
            Map.entry("rolebindings.rbac.authorization.k8s.io", AccessColumns.BINDINGS),
            Map.entry("clusterrolebindings.rbac.authorization.k8s.io", AccessColumns.BINDINGS),
            Map.entry("controllerrevisions.apps", AccessColumns.REVISIONS),
            Map.entry("validatingwebhookconfigurations.admissionregistration.k8s.io", AccessColumns.WEBHOOKS),
            Map.entry("mutatingwebhookconfigurations.admissionregistration.k8s.io", AccessColumns.WEBHOOKS));

    private KindColumns() {}

    /// @param qualifiedResource for example `deployments.apps`
    public static List<Column> of(String qualifiedResource) {
        return BY_RESOURCE.getOrDefault(qualifiedResource, List.of());
    }
}
