package dev.tenure.controllers.disruption;

import dev.tenure.client.informer.Informer;
import dev.tenure.client.informer.InformerHandler;
import dev.tenure.client.informer.SharedInformers;
import dev.tenure.model.apps.Deployment;
import dev.tenure.model.apps.ReplicaSet;
import dev.tenure.model.apps.StatefulSet;
import dev.tenure.model.core.ReplicationController;
import dev.tenure.model.meta.OwnerReference;
import dev.tenure.model.meta.ResourceType;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.model.meta.StoredObject;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// The sizes of the workloads that every cluster has, kept up by informers. Confined to its loop. Upstream:
/// disruption.go (the finders).
final class FollowedSizes {
    private static final Set<String> APPS = Set.of("apps", "extensions");

    private final Informer controllers;
    private final Informer sets;
    private final Informer deployments;
    private final Informer statefulSets;

    /// @param handler called when a collection is complete; what else it hears of does not matter
    FollowedSizes(SharedInformers informers, InformerHandler handler) {
        controllers = informers.all(ResourceTypes.REPLICATION_CONTROLLERS, handler);
        sets = informers.all(ResourceTypes.REPLICA_SETS, handler);
        deployments = informers.all(ResourceTypes.DEPLOYMENTS, handler);
        statefulSets = informers.all(ResourceTypes.STATEFUL_SETS, handler);
    }

    void start() {
        all().forEach(Informer::start);
    }

    boolean synced() {
        return all().stream().allMatch(Informer::hasSynced);
    }

    private List<Informer> all() {
        return List.of(controllers, sets, deployments, statefulSets);
    }

    /// The size of a pod's controller; empty when the API has to be asked for it.
    Optional<ControllerSize.Known> find(OwnerReference owner, String namespace) {
        String group = group(owner);
        return switch (owner.kind()) {
            case "ReplicationController" ->
                group.isEmpty()
                        ? get(controllers, ResourceTypes.REPLICATION_CONTROLLERS, owner, namespace)
                                .map(found -> new ControllerSize.Known(
                                        found.uid(),
                                        found.view(ReplicationController.class).replicas()))
                        : Optional.empty();
            case "ReplicaSet" -> APPS.contains(group) ? ofSet(owner, namespace) : Optional.empty();
            case "StatefulSet" ->
                APPS.contains(group)
                        ? get(statefulSets, ResourceTypes.STATEFUL_SETS, owner, namespace)
                                .map(found -> new ControllerSize.Known(
                                        found.uid(),
                                        found.view(StatefulSet.class).replicas()))
                        : Optional.empty();
            default -> Optional.empty();
        };
    }

    private Optional<ControllerSize.Known> ofSet(OwnerReference owner, String namespace) {
        Optional<StoredObject> set = get(sets, ResourceTypes.REPLICA_SETS, owner, namespace);
        if (set.isEmpty()) {
            return Optional.empty();
        }
        ReplicaSet view = set.get().view(ReplicaSet.class);
        Optional<OwnerReference> deployment = view.meta()
                .controllerOwner()
                .filter(above -> above.kind().equals(ResourceTypes.DEPLOYMENTS.kind()) && APPS.contains(group(above)));
        return deployment.isEmpty()
                ? Optional.of(new ControllerSize.Known(set.get().uid(), view.replicas()))
                : get(deployments, ResourceTypes.DEPLOYMENTS, deployment.get(), namespace)
                        .map(found -> new ControllerSize.Known(
                                found.uid(), found.view(Deployment.class).replicas()));
    }

    private static Optional<StoredObject> get(
            Informer informer, ResourceType type, OwnerReference owner, String namespace) {
        return informer.get(type.key(namespace, owner.name()))
                .filter(found -> found.uid().equals(owner.uid()));
    }

    private static String group(OwnerReference owner) {
        int slash = owner.apiVersion().indexOf('/');
        return slash < 0 ? "" : owner.apiVersion().substring(0, slash);
    }
}
