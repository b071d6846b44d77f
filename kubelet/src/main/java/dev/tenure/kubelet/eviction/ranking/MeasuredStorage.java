package dev.tenure.kubelet.eviction.ranking;

/// What of a pod lies on a filesystem and counts when that one is short.
///
/// @param layers the writable layers of its containers
/// @param logs what its containers wrote to their logs
/// @param volumes its volumes on the node's disk
record MeasuredStorage(boolean layers, boolean logs, boolean volumes) {
    static final MeasuredStorage ALL = new MeasuredStorage(true, true, true);
    static final MeasuredStorage LAYERS = new MeasuredStorage(true, false, false);
    static final MeasuredStorage LOGS_AND_VOLUMES = new MeasuredStorage(false, true, true);
    static final MeasuredStorage NOTHING = new MeasuredStorage(false, false, false);
}
