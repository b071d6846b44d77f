package dev.tenure.scheduler.framework;

/// What has happened in the cluster, as finely as plugins tell events apart. Labels are those of
/// upstream's metrics.
public enum EventKind {
    ASSIGNED_POD_ADDED("AssignedPodAdd"),
    ASSIGNED_POD_UPDATED("AssignedPodUpdate"),
    ASSIGNED_POD_LABELS_CHANGED("AssignedPodUpdatePodLabel"),
    ASSIGNED_POD_SCALED_DOWN("AssignedPodUpdatePodScaleDown"),
    ASSIGNED_POD_TOLERATIONS_CHANGED("AssignedPodUpdatePodToleration"),
    ASSIGNED_POD_DELETED("AssignedPodDelete"),
    WAITING_POD_ADDED("UnschedulablePodAdd"),
    WAITING_POD_UPDATED("UnschedulablePodUpdate"),
    WAITING_POD_LABELS_CHANGED("UnschedulablePodUpdatePodLabel"),
    WAITING_POD_SCALED_DOWN("UnschedulablePodUpdatePodScaleDown"),
    WAITING_POD_TOLERATIONS_CHANGED("UnschedulablePodUpdatePodToleration"),
    WAITING_POD_GATES_GONE("UnschedulablePodUpdatePodSchedulingGatesEliminated"),
    WAITING_POD_CLAIMS_MADE("UnschedulablePodUpdatePodGeneratedResourceClaim"),
    WAITING_POD_DELETED("UnschedulablePodDelete"),
    NODE_ADDED("NodeAdd"),
    NODE_ALLOCATABLE_CHANGED("NodeUpdateNodeAllocatable"),
    NODE_LABELS_CHANGED("NodeUpdateNodeLabel"),
    NODE_TAINTS_CHANGED("NodeUpdateNodeTaint"),
    NODE_CONDITIONS_CHANGED("NodeUpdateNodeCondition"),
    NODE_ANNOTATIONS_CHANGED("NodeUpdateNodeAnnotation"),
    NODE_FEATURES_CHANGED("NodeUpdateNodeDeclaredFeature"),
    NODE_DELETED("NodeDelete"),
    CLAIM_ADDED("PersistentVolumeClaimAdd"),
    CLAIM_UPDATED("PersistentVolumeClaimUpdate"),
    VOLUME_ADDED("PersistentVolumeAdd"),
    VOLUME_UPDATED("PersistentVolumeUpdate"),
    STORAGE_CLASS_ADDED("StorageClassAdd"),
    STORAGE_CLASS_UPDATED("StorageClassUpdate"),
    CSI_NODE_ADDED("CSINodeAdd"),
    CSI_NODE_UPDATED("CSINodeUpdate"),
    RESOURCE_CLAIM_ADDED("ResourceClaimAdd"),
    RESOURCE_CLAIM_UPDATED("ResourceClaimUpdate"),
    RESOURCE_SLICE_ADDED("ResourceSliceAdd"),
    RESOURCE_SLICE_UPDATED("ResourceSliceUpdate"),
    DEVICE_CLASS_ADDED("DeviceClassAdd"),
    DEVICE_CLASS_UPDATED("DeviceClassUpdate"),
    /// Not an event of the cluster: a pod has waited too long, or has been asked to be tried at once.
    ACTIVATED("ForceActivate"),
    TIMED_OUT("UnschedulableTimeout"),
    BACKOFF_ENDED("BackoffComplete"),
    POPPED_FROM_BACKOFF("PopFromBackoffQ"),
    ATTEMPT_FAILED("ScheduleAttemptFailure");

    private final String label;

    EventKind(String label) {
        this.label = label;
    }

    public String label() {
        return label;
    }
}
