package dev.tenure.plan.resilience;

import dev.tenure.controllers.workload.PodTemplateShape;
import dev.tenure.model.apps.ReplicaSet;
import dev.tenure.model.apps.StatefulSet;
import dev.tenure.model.core.Pod;
import dev.tenure.model.core.PodPhase;
import dev.tenure.model.core.PodStatus;
import dev.tenure.model.core.ReplicationController;
import dev.tenure.model.meta.ObjectMeta;
import dev.tenure.model.meta.OwnerReference;
import dev.tenure.model.meta.ResourceType;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.plan.forecast.RestingCluster;
import dev.tenure.plan.resilience.Successor.Delay;
import dev.tenure.rules.pod.PodRule;
import dev.tenure.simnodes.UsualTimes;
import dev.tenure.wire.json.Document;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonNode;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Finds out what would come in the place of each pod of a cluster at rest, by asking the copy of the cluster
/// once for each workload. Confined to one thread.
final class SuccessorFinder {
    private static final Pattern NUMBERED = Pattern.compile(".*-(\\d{1,9})");

    private static final PodStatus FRESH = PodStatus.of(PodPhase.PENDING, List.of());

    private final RestingCluster cluster;
    private final Set<String> ownedInDump;
    private final Map<String, StoredObject> workloads = new HashMap<>();
    private final Map<String, Integer> setsInUse = new HashMap<>();
    private final Map<String, Integer> active = new HashMap<>();
    private final Map<String, Integer> healthy = new HashMap<>();
    private final Map<String, Successor> known = new HashMap<>();

    /// @param pods all that there are
    /// @param ownedInDump uids of the pods that have a controller in the dump, whether the dump has that or
    ///     not
    SuccessorFinder(RestingCluster cluster, List<StoredObject> pods, Set<String> ownedInDump) {
        this.cluster = cluster;
        this.ownedInDump = ownedInDump;
        for (ResourceType type : List.of(
                ResourceTypes.REPLICA_SETS, ResourceTypes.REPLICATION_CONTROLLERS, ResourceTypes.STATEFUL_SETS)) {
            cluster.all(type).forEach(each -> workloads.put(each.uid(), each));
        }
        for (StoredObject workload : workloads.values()) {
            if (workload.view(Object.class) instanceof ReplicaSet set && set.replicas() > 0) {
                set.meta().controllerOwner().ifPresent(owner -> setsInUse.merge(owner.uid(), 1, Integer::sum));
            }
        }
        for (StoredObject object : pods) {
            Pod pod = object.view(Pod.class);
            Optional<String> owner = pod.meta().controllerOwner().map(OwnerReference::uid);
            if (owner.isPresent() && PodRule.active(pod)) {
                active.merge(owner.get(), 1, Integer::sum);
                healthy.merge(owner.get(), PodRule.ready(pod) ? 1 : 0, Integer::sum);
            }
        }
    }

    Successor of(StoredObject object, Pod pod) {
        if (PodRule.mirror(pod)) {
            return new Successor.Unwanted();
        }
        Optional<OwnerReference> owner = pod.meta().controllerOwner();
        if (owner.isEmpty()) {
            return ownedInDump.contains(object.uid()) ? new Successor.Unwanted() : new Successor.Missing();
        }
        String uid = owner.get().uid();
        StoredObject workload = workloads.get(uid);
        return switch (owner.get().kind()) {
            case "ReplicaSet", "ReplicationController" ->
                workload == null ? new Successor.Unwanted() : known.computeIfAbsent(uid, _ -> another(workload));
            case "StatefulSet" -> workload == null ? new Successor.Unwanted() : again(workload, object, pod);
            case "DaemonSet" -> new Successor.Unclear("a pod of a DaemonSet leaves");
            case "Job" -> new Successor.Unclear("a pod of a Job leaves");
            default -> new Successor.Unwanted();
        };
    }

    private Successor another(StoredObject workload) {
        boolean whole;
        boolean alone = true;
        ResourceType type;
        switch (workload.view(Object.class)) {
            case ReplicaSet set -> {
                type = ResourceTypes.REPLICA_SETS;
                whole = set.replicas() == active.getOrDefault(workload.uid(), 0);
                alone = set.meta()
                        .controllerOwner()
                        .map(owner -> setsInUse.getOrDefault(owner.uid(), 1) == 1)
                        .orElse(true);
            }
            case ReplicationController controller -> {
                type = ResourceTypes.REPLICATION_CONTROLLERS;
                whole = controller.replicas() == active.getOrDefault(workload.uid(), 0);
            }
            default -> throw new IllegalArgumentException("no controller of equal pods: " + workload);
        }
        if (!whole) {
            return new Successor.Unclear("a workload has not as many pods as it wants");
        }
        if (!alone) {
            return new Successor.Unclear("a rollout of a workload is not finished");
        }
        JsonNode template = Json.readObject(workload.json()).path("spec").path("template");
        Document pod = Document.of(PodTemplateShape.pod(type, workload, template));
        return cluster.tried(workload.key().namespace(), pod)
                .<Successor>map(made -> new Successor.Another(withoutNode(made.view(Pod.class)), delay(made)))
                .orElseGet(() -> new Successor.Unclear("new pods of a workload are refused"));
    }

    private Successor again(StoredObject workload, StoredObject object, Pod pod) {
        StatefulSet set = workload.view(StatefulSet.class);
        String uid = workload.uid();
        boolean inOrder = set.replicas() == active.getOrDefault(uid, 0)
                && set.replicas() == healthy.getOrDefault(uid, 0)
                && set.status().currentRevision().equals(set.status().updateRevision());
        Matcher name = NUMBERED.matcher(pod.meta().name());
        if (!inOrder || !name.matches()) {
            return new Successor.Unclear("a StatefulSet is not in order");
        }
        int ordinal = Integer.parseInt(name.group(1));
        return new Successor.Again(uid, ordinal, !set.parallel(), withoutNode(pod), delay(object));
    }

    private Delay delay(StoredObject pod) {
        UsualTimes usual = cluster.usual();
        long other = usual.ready(pod).toMillis();
        return new Delay(
                usual.playedToo() ? other : UsualTimes.AT_ONCE.ready(pod).toMillis(), other);
    }

    private static Pod withoutNode(Pod pod) {
        ObjectMeta meta = pod.meta();
        var plain = new ObjectMeta(
                meta.name(),
                meta.namespace(),
                meta.uid(),
                0,
                meta.creationTimestamp(),
                Optional.empty(),
                meta.labels(),
                meta.annotations(),
                meta.ownerReferences(),
                List.of());
        return new Pod(
                plain, pod.spec().with("", pod.spec().tolerations(), pod.spec().containers()), FRESH);
    }
}
