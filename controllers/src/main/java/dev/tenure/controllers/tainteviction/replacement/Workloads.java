package dev.tenure.controllers.tainteviction.replacement;

import dev.tenure.client.informer.ControllerContext;
import dev.tenure.client.informer.Grouping;
import dev.tenure.client.informer.Informer;
import dev.tenure.client.informer.InformerHandler;
import dev.tenure.controllers.tainteviction.replacement.ReplacementRule.Motion;
import dev.tenure.model.apps.Deployment;
import dev.tenure.model.apps.Deployment.Strategy;
import dev.tenure.model.apps.ReplicaSet;
import dev.tenure.model.core.Condition;
import dev.tenure.model.core.Pod;
import dev.tenure.model.meta.ObjectMeta;
import dev.tenure.model.meta.OwnerReference;
import dev.tenure.model.meta.ResourceType;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.model.meta.StoredObject;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The ReplicaSets and Deployments of a cluster, followed from the first pod on that is to be replaced.
/// Confined to one loop.
final class Workloads {
    private static final String REPLICA_FAILURE = "ReplicaFailure";

    /// A set and the Deployment that controls it.
    record Crewed(StoredObject set, StoredObject deployment) {
        ReplicaSet setView() {
            return set.view(ReplicaSet.class);
        }

        Deployment deploymentView() {
            return deployment.view(Deployment.class);
        }

        /// How many more pods its rollouts make at most; none where old pods go before new ones come.
        int surge() {
            Deployment view = deploymentView();
            return view.strategy() instanceof Strategy.RollingUpdate(var _, var surge)
                    ? surge.roundedUpOf(view.replicas())
                    : 0;
        }

        Optional<String> failure() {
            return setView().status().conditions().stream()
                    .filter(condition -> condition.type().equals(REPLICA_FAILURE) && condition.isTrue())
                    .map(Condition::message)
                    .findFirst();
        }
    }

    /// The sets by the uid of what controls them.
    private static final Grouping BY_DEPLOYMENT = set -> set.view(ReplicaSet.class)
            .meta()
            .controllerOwner()
            .map(OwnerReference::uid)
            .orElse("");

    private final ControllerContext context;
    private final InformerHandler changes;
    private List<Informer> informers = List.of();

    /// @param changes what is done when a set or a Deployment has changed
    Workloads(ControllerContext context, InformerHandler changes) {
        this.context = context;
        this.changes = changes;
    }

    /// Begins to follow them, where that has not begun.
    void follow() {
        if (informers.isEmpty()) {
            informers = List.of(
                    context.informers().all(ResourceTypes.REPLICA_SETS, changes),
                    context.informers().all(ResourceTypes.DEPLOYMENTS, changes));
            informers.forEach(Informer::start);
        }
    }

    boolean known() {
        return !informers.isEmpty() && informers.stream().allMatch(Informer::hasSynced);
    }

    private Optional<StoredObject> get(int informer, ResourceType type, String namespace, String name) {
        return informers.get(informer).get(type.key(namespace, name));
    }

    /// The set that counts a pod, or counted it until it was taken out; empty unless a Deployment controls
    /// it. To be asked when all are [#known].
    Optional<Crewed> of(StoredObject pod) {
        ObjectMeta meta = pod.view(Pod.class).meta();
        Optional<ReleaseNote> note = ReleaseNote.of(pod.view(Pod.class));
        Optional<OwnerReference> owner = meta.controllerOwner();
        String namespace = pod.key().namespace();
        Optional<StoredObject> set = note.isPresent()
                ? get(0, ResourceTypes.REPLICA_SETS, namespace, note.get().set())
                : owner.filter(Workloads::isSet)
                        .flatMap(one -> get(0, ResourceTypes.REPLICA_SETS, namespace, one.name())
                                .filter(found -> found.uid().equals(one.uid())));
        return set.flatMap(this::crewed)
                .filter(found -> note.isEmpty()
                        || owner.isEmpty()
                        || owner.get().uid().equals(found.deployment().uid()));
    }

    private Optional<Crewed> crewed(StoredObject set) {
        return set.view(ReplicaSet.class)
                .meta()
                .controllerOwner()
                .filter(owner -> is(owner, ResourceTypes.DEPLOYMENTS))
                .flatMap(owner -> get(1, ResourceTypes.DEPLOYMENTS, set.key().namespace(), owner.name())
                        .filter(found -> found.uid().equals(owner.uid())))
                .map(deployment -> new Crewed(set, deployment));
    }

    static boolean isSet(OwnerReference owner) {
        return is(owner, ResourceTypes.REPLICA_SETS);
    }

    private static boolean is(OwnerReference owner, ResourceType type) {
        return owner.kind().equals(type.kind()) && owner.apiVersion().startsWith(type.group() + "/");
    }

    /// Whether a set lets a pod go that loses the label by which it tells pods apart.
    static boolean releasable(StoredObject pod, Crewed crewed) {
        Map<String, String> without = new HashMap<>(pod.header().labels());
        return without.remove(ReleaseNote.LABEL) != null
                && !crewed.setView().selector().matches(without);
    }

    /// All sets of a Deployment.
    List<StoredObject> sets(StoredObject deployment) {
        return List.copyOf(informers.getFirst().in(BY_DEPLOYMENT, deployment.uid()));
    }

    Motion motion(Crewed crewed) {
        List<ReplicaSet> sets = sets(crewed.deployment()).stream()
                .map(set -> set.view(ReplicaSet.class))
                .toList();
        if (!sets.stream().allMatch(Workloads::settled)) {
            return Motion.UNSETTLED;
        }
        long standing = sets.stream().filter(set -> set.replicas() > 0).count();
        return standing > 1 && !crewed.deploymentView().paused() ? Motion.ROLLING : Motion.SETTLED;
    }

    private static boolean settled(ReplicaSet set) {
        return set.status().observedGeneration() >= set.meta().generation()
                && set.status().replicas() == set.replicas();
    }

    /// How many more pods the sets of a Deployment are to have than the Deployment: those of a rollout under
    /// way.
    int rollout(Crewed crewed) {
        int wanted = sets(crewed.deployment()).stream()
                .mapToInt(set -> set.view(ReplicaSet.class).replicas())
                .sum();
        return Math.max(0, wanted - crewed.deploymentView().replicas());
    }
}
