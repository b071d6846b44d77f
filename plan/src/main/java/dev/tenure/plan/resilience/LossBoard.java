package dev.tenure.plan.resilience;

import dev.tenure.model.apps.ReplicaSet;
import dev.tenure.model.apps.StatefulSet;
import dev.tenure.model.core.Namespace;
import dev.tenure.model.core.Node;
import dev.tenure.model.core.PersistentVolume;
import dev.tenure.model.core.PersistentVolumeClaim;
import dev.tenure.model.core.Pod;
import dev.tenure.model.core.PreemptionPolicy;
import dev.tenure.model.core.ReplicationController;
import dev.tenure.model.core.Service;
import dev.tenure.model.core.Taint;
import dev.tenure.model.meta.ObjectMeta;
import dev.tenure.model.meta.ResourceType;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.model.policy.PodDisruptionBudget;
import dev.tenure.model.storage.CsiNode;
import dev.tenure.model.storage.StorageClass;
import dev.tenure.scheduler.cache.SchedulerCache;
import dev.tenure.scheduler.config.SchedulerConfiguration;
import dev.tenure.scheduler.cycle.Placement;
import dev.tenure.scheduler.cycle.Placer;
import dev.tenure.scheduler.fast.ClassPlacer;
import dev.tenure.scheduler.framework.PostFilterPlugin.Remedy;
import dev.tenure.scheduler.framework.Profile;
import dev.tenure.scheduler.view.NodeState;
import dev.tenure.scheduler.view.PodClasses;
import dev.tenure.scheduler.view.PodInfo;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.function.Consumer;

/// The scheduler's knowledge of a cluster at rest, on which pods and nodes are moved for one loss and put
/// back for the next. Decisions are the scheduler's own. Confined to one thread.
final class LossBoard {
    /// The kinds from which the scheduler knows a cluster.
    static final List<ResourceType> TYPES = List.of(
            ResourceTypes.NODES,
            ResourceTypes.PODS,
            ResourceTypes.NAMESPACES,
            ResourceTypes.SERVICES,
            ResourceTypes.REPLICATION_CONTROLLERS,
            ResourceTypes.REPLICA_SETS,
            ResourceTypes.STATEFUL_SETS,
            ResourceTypes.POD_DISRUPTION_BUDGETS,
            ResourceTypes.PERSISTENT_VOLUMES,
            ResourceTypes.PERSISTENT_VOLUME_CLAIMS,
            ResourceTypes.STORAGE_CLASSES,
            ResourceTypes.CSI_NODES);

    /// Where a pod comes to be.
    sealed interface Place {
        record On(String node) implements Place {}

        record Nowhere() implements Place {}

        /// @param why as a clause
        record Unclear(String why) implements Place {}
    }

    private final int lowestPriority;
    private final List<PodInfo> waiting = new ArrayList<>();
    private final Map<String, Profile> profiles = new HashMap<>();
    private final SchedulerCache cache = new SchedulerCache();
    private final PodClasses classes = new PodClasses();
    private final Map<String, PodInfo> standing = new HashMap<>();
    /// By the very pod of which others are made: there is one for each workload.
    private final IdentityHashMap<Pod, PodInfo> likes = new IdentityHashMap<>();
    private final Random random;
    private final ClassPlacer byClass;
    private final Placer plain;
    private final List<Node> moved = new ArrayList<>();
    private final List<PodInfo> left = new ArrayList<>();
    private final List<PodInfo> placed = new ArrayList<>();
    private int made;

    /// @param random the one with which the configuration was made
    LossBoard(LossGround ground, SchedulerConfiguration configuration, Random random) {
        this.random = random;
        lowestPriority = ground.lowestPriority();
        configuration.profiles().forEach(profile -> profiles.put(profile.schedulerName(), profile));
        byClass = new ClassPlacer(cache, random);
        plain = new Placer(configuration.order(), random);
        fill(ground);
    }

    private void fill(LossGround ground) {
        var selectors = cache.defaultSelectors();
        var storage = cache.storage();
        each(ground, ResourceTypes.NODES, Node.class, cache::put);
        each(ground, ResourceTypes.NAMESPACES, Namespace.class, cache::put);
        each(ground, ResourceTypes.SERVICES, Service.class, selectors::put);
        each(ground, ResourceTypes.REPLICATION_CONTROLLERS, ReplicationController.class, selectors::put);
        each(ground, ResourceTypes.REPLICA_SETS, ReplicaSet.class, selectors::put);
        each(ground, ResourceTypes.STATEFUL_SETS, StatefulSet.class, selectors::put);
        each(ground, ResourceTypes.POD_DISRUPTION_BUDGETS, PodDisruptionBudget.class, cache::put);
        each(ground, ResourceTypes.PERSISTENT_VOLUMES, PersistentVolume.class, storage::put);
        each(ground, ResourceTypes.PERSISTENT_VOLUME_CLAIMS, PersistentVolumeClaim.class, storage::put);
        each(ground, ResourceTypes.STORAGE_CLASSES, StorageClass.class, storage::put);
        each(ground, ResourceTypes.CSI_NODES, CsiNode.class, storage::put);
        for (LossGround.Site site : ground.sites().values()) {
            for (Standing pod : site.pods()) {
                PodInfo info = classes.info(pod.pod());
                standing.put(info.uid(), info);
                cache.put(info);
            }
        }
        for (Pod pod : ground.waiting()) {
            PodInfo info = classes.info(pod);
            boolean looksAtOthers = info.hasAffinity()
                    || !pod.spec().topologySpreadConstraints().isEmpty();
            if (looksAtOthers && profiles.containsKey(pod.spec().schedulerName())) {
                waiting.add(info);
            }
        }
    }

    private static <T> void each(LossGround ground, ResourceType type, Class<T> view, Consumer<T> taker) {
        for (StoredObject object : ground.all(type)) {
            taker.accept(object.view(view));
        }
    }

    /// From here on chance is that of a seed, so that a loss does not depend on the ones before.
    void begin(long seed) {
        random.setSeed(seed);
    }

    /// A node gets more taints, or takes no pods any more.
    void taint(Node node, List<Taint> more, boolean unschedulable) {
        var taints = new ArrayList<>(node.spec().taints());
        taints.addAll(more);
        Node.NodeSpec spec = node.spec();
        moved.add(node);
        cache.put(new Node(
                node.meta(),
                new Node.NodeSpec(taints, unschedulable, spec.providerId(), spec.podCidrs()),
                node.status()));
    }

    /// A pod is told to go, and still takes its room.
    void terminating(Pod pod) {
        PodInfo info = info(pod);
        ObjectMeta meta = pod.meta();
        var going = new ObjectMeta(
                meta.name(),
                meta.namespace(),
                meta.uid(),
                meta.generation(),
                meta.creationTimestamp(),
                Optional.of(new ObjectMeta.Deletion(Instant.EPOCH, 0)),
                meta.labels(),
                meta.annotations(),
                meta.ownerReferences(),
                meta.finalizers());
        left.add(info);
        cache.put(new PodInfo(new Pod(going, pod.spec(), pod.status()), info.shape(), info.revision()));
    }

    /// A pod that was told to go is gone, and its room is free.
    void gone(Pod pod) {
        cache.remove(info(pod));
    }

    private PodInfo info(Pod pod) {
        PodInfo known = standing.get(pod.meta().uid());
        return known == null ? classes.info(pod) : known;
    }

    /// Finds a node for a new pod and puts it there.
    ///
    /// @param like the pod as it is to be, but for its name
    Place place(Pod like) {
        Profile profile = profiles.get(like.spec().schedulerName());
        if (profile == null || !like.spec().schedulingGates().isEmpty()) {
            return new Place.Unclear("a new pod does not wait for this scheduler");
        }
        PodInfo pod = named(like);
        if (!profile.bindsAtOnce(pod, cache)) {
            return new Place.Unclear("volumes or devices of a new pod have to be made ready");
        }
        Place place = choose(pod, profile);
        if (place instanceof Place.On(var node)) {
            cache.assume(pod, node);
            placed.add(pod);
        }
        return place;
    }

    private PodInfo named(Pod like) {
        ObjectMeta meta = like.meta();
        String name = "made-" + ++made;
        var own = new ObjectMeta(
                name,
                meta.namespace(),
                name,
                0,
                meta.creationTimestamp(),
                Optional.empty(),
                meta.labels(),
                meta.annotations(),
                meta.ownerReferences(),
                List.of());
        PodInfo first = likes.computeIfAbsent(like, classes::info);
        return new PodInfo(new Pod(own, like.spec(), like.status()), first.shape(), 0);
    }

    private Place choose(PodInfo pod, Profile profile) {
        Optional<List<NodeState>> best = byClass.best(pod, profile);
        if (best.isPresent() && !best.get().isEmpty()) {
            List<NodeState> tied = best.get();
            return new Place.On(
                    tied.get(tied.size() == 1 ? 0 : random.nextInt(tied.size())).name());
        }
        if (best.isPresent() && !mayPreempt(pod)) {
            return new Place.Nowhere();
        }
        return switch (plain.place(pod, cache, profile)) {
            case Placement.Placed placement -> new Place.On(placement.node().name());
            case Placement.Refused refused ->
                refused.remedy().filter(Remedy.Nominated.class::isInstance).isPresent()
                        ? new Place.Unclear("a new pod takes the place of less important ones")
                        : new Place.Nowhere();
            case Placement.Broken broken -> new Place.Unclear("the scheduler fails: " + broken.message());
        };
    }

    private boolean mayPreempt(PodInfo pod) {
        return pod.priority() > lowestPriority && pod.pod().spec().preemptionPolicy() != PreemptionPolicy.NEVER;
    }

    /// Whether a pod that waits since before would find a node now.
    boolean wakesAnother() {
        for (PodInfo pod : waiting) {
            Profile profile = profiles.get(pod.pod().spec().schedulerName());
            if (profile != null && !(choose(pod, profile) instanceof Place.Nowhere)) {
                return true;
            }
        }
        return false;
    }

    /// Puts everything back.
    void undo() {
        placed.forEach(cache::forget);
        left.forEach(cache::put);
        moved.forEach(cache::put);
        placed.clear();
        left.clear();
        moved.clear();
    }
}
