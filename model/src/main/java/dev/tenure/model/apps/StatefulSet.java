package dev.tenure.model.apps;

import dev.tenure.model.core.PodTemplate;
import dev.tenure.model.meta.LabelSelector;
import dev.tenure.model.meta.ObjectMeta;
import java.util.OptionalInt;

/// Pods that keep their names and their volumes.
///
/// @param replicas how many pods are wanted
/// @param start number of the first pod
/// @param minReadySeconds how long a pod must have been ready to count as available
/// @param parallel whether pods are made and removed all at once instead of in order
/// @param updatesOnDelete whether pods get a new template only when somebody deletes them
/// @param partition pods with smaller numbers keep the old template
/// @param revisionHistoryLimit how many old revisions are kept
public record StatefulSet(
        ObjectMeta meta,
        int replicas,
        int start,
        int minReadySeconds,
        String serviceName,
        boolean parallel,
        boolean updatesOnDelete,
        OptionalInt partition,
        OptionalInt revisionHistoryLimit,
        LabelSelector selector,
        PodTemplate template,
        StatefulSetStatus status) {
    /// The number after that of its last pod, beyond all that a pod can have for a set that is too large.
    public long end() {
        return (long) start + replicas;
    }

    /// @param current pods of the revision that was whole last
    /// @param updated pods of the newest revision
    public record StatefulSetStatus(
            long observedGeneration,
            int replicas,
            int ready,
            int available,
            int current,
            int updated,
            String currentRevision,
            String updateRevision,
            OptionalInt collisionCount) {}
}
