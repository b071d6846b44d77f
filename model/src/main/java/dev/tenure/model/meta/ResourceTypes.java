package dev.tenure.model.meta;

import dev.tenure.model.meta.ResourceType.Scope;

/// The types that scheduler, controllers, agent and command line ask for by name.
public final class ResourceTypes {
    public static final ResourceType NAMESPACES = core("namespaces", "Namespace", Scope.CLUSTER);
    public static final ResourceType NODES = core("nodes", "Node", Scope.CLUSTER);
    public static final ResourceType PODS = core("pods", "Pod", Scope.NAMESPACED);
    public static final ResourceType CONFIG_MAPS = core("configmaps", "ConfigMap", Scope.NAMESPACED);
    public static final ResourceType SECRETS = core("secrets", "Secret", Scope.NAMESPACED);
    public static final ResourceType SERVICE_ACCOUNTS = core("serviceaccounts", "ServiceAccount", Scope.NAMESPACED);
    public static final ResourceType SERVICES = core("services", "Service", Scope.NAMESPACED);
    public static final ResourceType ENDPOINTS = core("endpoints", "Endpoints", Scope.NAMESPACED);
    public static final ResourceType EVENTS = core("events", "Event", Scope.NAMESPACED);
    public static final ResourceType LIMIT_RANGES = core("limitranges", "LimitRange", Scope.NAMESPACED);
    public static final ResourceType RESOURCE_QUOTAS = core("resourcequotas", "ResourceQuota", Scope.NAMESPACED);
    public static final ResourceType REPLICATION_CONTROLLERS =
            core("replicationcontrollers", "ReplicationController", Scope.NAMESPACED);
    public static final ResourceType PERSISTENT_VOLUMES = core("persistentvolumes", "PersistentVolume", Scope.CLUSTER);
    public static final ResourceType PERSISTENT_VOLUME_CLAIMS =
            core("persistentvolumeclaims", "PersistentVolumeClaim", Scope.NAMESPACED);
    public static final ResourceType DEPLOYMENTS = apps("deployments", "Deployment");
    public static final ResourceType REPLICA_SETS = apps("replicasets", "ReplicaSet");
    public static final ResourceType DAEMON_SETS = apps("daemonsets", "DaemonSet");
    public static final ResourceType STATEFUL_SETS = apps("statefulsets", "StatefulSet");
    public static final ResourceType CONTROLLER_REVISIONS = apps("controllerrevisions", "ControllerRevision");
    public static final ResourceType JOBS = new ResourceType("batch", "v1", "jobs", "Job", Scope.NAMESPACED);
    public static final ResourceType CRON_JOBS =
            new ResourceType("batch", "v1", "cronjobs", "CronJob", Scope.NAMESPACED);
    public static final ResourceType HORIZONTAL_POD_AUTOSCALERS = new ResourceType(
            "autoscaling", "v2", "horizontalpodautoscalers", "HorizontalPodAutoscaler", Scope.NAMESPACED);
    public static final ResourceType LEASES =
            new ResourceType("coordination.k8s.io", "v1", "leases", "Lease", Scope.NAMESPACED);
    public static final ResourceType POD_DISRUPTION_BUDGETS =
            new ResourceType("policy", "v1", "poddisruptionbudgets", "PodDisruptionBudget", Scope.NAMESPACED);
    public static final ResourceType PRIORITY_CLASSES =
            new ResourceType("scheduling.k8s.io", "v1", "priorityclasses", "PriorityClass", Scope.CLUSTER);
    public static final ResourceType RUNTIME_CLASSES =
            new ResourceType("node.k8s.io", "v1", "runtimeclasses", "RuntimeClass", Scope.CLUSTER);
    public static final ResourceType STORAGE_CLASSES =
            new ResourceType("storage.k8s.io", "v1", "storageclasses", "StorageClass", Scope.CLUSTER);
    public static final ResourceType VOLUME_ATTRIBUTES_CLASSES =
            new ResourceType("storage.k8s.io", "v1", "volumeattributesclasses", "VolumeAttributesClass", Scope.CLUSTER);
    public static final ResourceType CSI_NODES =
            new ResourceType("storage.k8s.io", "v1", "csinodes", "CSINode", Scope.CLUSTER);

    public static final ResourceType RESOURCE_CLAIMS =
            new ResourceType("resource.k8s.io", "v1", "resourceclaims", "ResourceClaim", Scope.NAMESPACED);
    public static final ResourceType RESOURCE_CLAIM_TEMPLATES = new ResourceType(
            "resource.k8s.io", "v1", "resourceclaimtemplates", "ResourceClaimTemplate", Scope.NAMESPACED);
    public static final ResourceType RESOURCE_SLICES =
            new ResourceType("resource.k8s.io", "v1", "resourceslices", "ResourceSlice", Scope.CLUSTER);
    public static final ResourceType DEVICE_CLASSES =
            new ResourceType("resource.k8s.io", "v1", "deviceclasses", "DeviceClass", Scope.CLUSTER);

    public static final ResourceType SERVICE_CIDRS =
            new ResourceType("networking.k8s.io", "v1", "servicecidrs", "ServiceCIDR", Scope.CLUSTER);
    public static final ResourceType IP_ADDRESSES =
            new ResourceType("networking.k8s.io", "v1", "ipaddresses", "IPAddress", Scope.CLUSTER);

    private ResourceTypes() {}

    private static ResourceType core(String resource, String kind, Scope scope) {
        return new ResourceType("", "v1", resource, kind, scope);
    }

    private static ResourceType apps(String resource, String kind) {
        return new ResourceType("apps", "v1", resource, kind, Scope.NAMESPACED);
    }
}
