package dev.tenure.controllers.replicaset;

import dev.tenure.model.apps.ReplicaSet;
import dev.tenure.model.core.ReplicationController;
import dev.tenure.model.meta.LabelSelector;
import dev.tenure.model.meta.ResourceType;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.model.meta.StoredObject;
import java.util.function.Function;

/// A kind that keeps a number of equal pods: sets, and replication controllers, each treated as the set
/// that it would be. Upstream: controller/replication.
///
/// @param controller the name of the controller and of its flag
/// @param eventSource who says so in Events
/// @param countsTerminating whether the status tells how many pods are leaving
public record ReplicaKind(
        ResourceType type,
        String controller,
        String eventSource,
        boolean countsTerminating,
        Function<StoredObject, ReplicaSet> reader) {
    public static final ReplicaKind SETS = new ReplicaKind(
            ResourceTypes.REPLICA_SETS,
            "replicaset-controller",
            "replicaset-controller",
            true,
            stored -> stored.view(ReplicaSet.class));
    public static final ReplicaKind CONTROLLERS = new ReplicaKind(
            ResourceTypes.REPLICATION_CONTROLLERS,
            "replicationcontroller-controller",
            "replication-controller",
            false,
            stored -> asSet(stored.view(ReplicationController.class)));

    ReplicaSet view(StoredObject stored) {
        return reader.apply(stored);
    }

    private static ReplicaSet asSet(ReplicationController controller) {
        ReplicationController.ReplicationControllerStatus status = controller.status();
        return new ReplicaSet(
                controller.meta(),
                controller.replicas(),
                controller.minReadySeconds(),
                LabelSelector.ofLabels(controller.selector()),
                controller.template(),
                new ReplicaSet.ReplicaSetStatus(
                        status.observedGeneration(),
                        status.replicas(),
                        status.fullyLabeledReplicas(),
                        status.readyReplicas(),
                        status.availableReplicas(),
                        0,
                        status.conditions()));
    }
}
