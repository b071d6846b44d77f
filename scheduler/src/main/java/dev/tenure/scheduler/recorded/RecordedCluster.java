package dev.tenure.scheduler.recorded;

import dev.tenure.model.apps.ReplicaSet;
import dev.tenure.model.apps.StatefulSet;
import dev.tenure.model.core.Namespace;
import dev.tenure.model.core.Node;
import dev.tenure.model.core.PersistentVolume;
import dev.tenure.model.core.PersistentVolumeClaim;
import dev.tenure.model.core.Pod;
import dev.tenure.model.core.ReplicationController;
import dev.tenure.model.core.Service;
import dev.tenure.model.meta.ResourceType;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.model.policy.PodDisruptionBudget;
import dev.tenure.model.storage.CsiNode;
import dev.tenure.model.storage.StorageClass;
import dev.tenure.scheduler.cache.SchedulerCache;
import dev.tenure.scheduler.view.PodClasses;
import dev.tenure.scheduler.view.PodInfo;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.ObjectNode;
import dev.tenure.wire.view.Views;
import java.util.function.Consumer;

/// A cluster read from JSON, with a pod that is to be scheduled. Lists are fields named like the
/// resources; absent ones are empty.
///
/// @param pod the pod to be scheduled
public record RecordedCluster(SchedulerCache cache, PodInfo pod) {
    /// @throws IllegalArgumentException when an object is not of its kind
    public static RecordedCluster read(JsonNode input) {
        var cache = new SchedulerCache();
        var classes = new PodClasses();
        each(input, "nodes", ResourceTypes.NODES, Node.class, cache::put);
        each(input, "namespaces", ResourceTypes.NAMESPACES, Namespace.class, cache::put);
        each(input, "services", ResourceTypes.SERVICES, Service.class, cache.defaultSelectors()::put);
        each(input, "replicaSets", ResourceTypes.REPLICA_SETS, ReplicaSet.class, cache.defaultSelectors()::put);
        each(input, "statefulSets", ResourceTypes.STATEFUL_SETS, StatefulSet.class, cache.defaultSelectors()::put);
        each(
                input,
                "replicationControllers",
                ResourceTypes.REPLICATION_CONTROLLERS,
                ReplicationController.class,
                cache.defaultSelectors()::put);
        each(input, "pdbs", ResourceTypes.POD_DISRUPTION_BUDGETS, PodDisruptionBudget.class, cache::put);
        var storage = cache.storage();
        each(input, "persistentVolumes", ResourceTypes.PERSISTENT_VOLUMES, PersistentVolume.class, storage::put);
        each(
                input,
                "persistentVolumeClaims",
                ResourceTypes.PERSISTENT_VOLUME_CLAIMS,
                PersistentVolumeClaim.class,
                storage::put);
        each(input, "storageClasses", ResourceTypes.STORAGE_CLASSES, StorageClass.class, storage::put);
        each(input, "csiNodes", ResourceTypes.CSI_NODES, CsiNode.class, storage::put);
        each(input, "pods", ResourceTypes.PODS, Pod.class, pod -> put(cache, classes.info(pod)));
        Pod pod = (Pod) Views.view(ResourceTypes.PODS, (ObjectNode) input.path("pod"));
        return new RecordedCluster(cache, classes.info(pod));
    }

    /// Pods that have ended are unknown to the scheduler; of waiting ones only their nomination counts.
    private static void put(SchedulerCache cache, PodInfo info) {
        Pod pod = info.pod();
        if (pod.status().phase().terminal()) {
            return;
        }
        if (!pod.spec().nodeName().isEmpty()) {
            cache.put(info);
        } else if (!pod.status().nominatedNodeName().isEmpty()) {
            cache.nominate(info, pod.status().nominatedNodeName());
        }
    }

    private static <T> void each(JsonNode input, String field, ResourceType type, Class<T> view, Consumer<T> taker) {
        for (JsonNode object : input.path(field)) {
            taker.accept(view.cast(Views.view(type, (ObjectNode) object)));
        }
    }
}
