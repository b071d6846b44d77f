package dev.tenure.controllers.daemonset;

import dev.tenure.client.ClusterClient;
import dev.tenure.client.events.EventRecorder;
import dev.tenure.client.informer.ControllerContext;
import dev.tenure.client.informer.Informer;
import dev.tenure.client.informer.InformerHandler;
import dev.tenure.client.informer.ReconcileQueue;
import dev.tenure.client.informer.SharedInformers;
import dev.tenure.controllers.workload.ConcernedRule;
import dev.tenure.controllers.workload.OwnedPods;
import dev.tenure.controllers.workload.OwnedPodsCache;
import dev.tenure.controllers.workload.PodGroups;
import dev.tenure.controllers.workload.RevisionHistory;
import dev.tenure.controllers.workload.SelectorGroups;
import dev.tenure.controllers.workload.WorkloadCalls;
import dev.tenure.controllers.workload.WorkloadRevisions;
import dev.tenure.model.apps.DaemonSet;
import dev.tenure.model.apps.DaemonSet.DaemonSetStatus;
import dev.tenure.model.core.Node;
import dev.tenure.model.core.Pod;
import dev.tenure.model.core.Toleration;
import dev.tenure.model.meta.ObjectKey;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.rules.feature.FeatureGates;
import dev.tenure.rules.pod.ClockReading;
import dev.tenure.rules.pod.PodRule;
import dev.tenure.runtime.loop.EventLoop;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;

/// The shell of daemon sets: follows sets, revisions, pods and nodes, and does as the rules of this package
/// say. Every method runs on its loop.
public final class DaemonSetLoop {
    /// The name of the controller and of its flag, and the source of its Events.
    public static final String NAME = "daemonset-controller";

    private static final SelectorGroups BY_SELECTOR =
            new SelectorGroups(set -> Optional.of(set.view(DaemonSet.class).selector()));
    private static final int WORKERS_MAX = 50;

    /// Old revisions that are kept unless a set says otherwise.
    private static final int REVISIONS = 10;

    private final FeatureGates gates;
    private final EventLoop loop;
    private final WorkloadCalls calls;
    private final DaemonWorkers workers;
    private final ReconcileQueue<ObjectKey> queue;
    private final Informer sets;
    private final WorkloadRevisions revisions;
    private final Informer pods;
    private final Informer nodes;
    private final OwnedPodsCache owned;
    private final DaemonBackoff backoff = new DaemonBackoff();

    /// @param gates features that are switched on or off
    public DaemonSetLoop(ControllerContext context, FeatureGates gates) {
        this.gates = gates;
        this.loop = context.loop();
        ClusterClient client = context.client();
        SharedInformers informers = context.informers();
        this.calls = new WorkloadCalls(client, ResourceTypes.DAEMON_SETS);
        this.queue = new ReconcileQueue<>(loop, NAME, WORKERS_MAX, this::plan);
        this.sets = informers.all(ResourceTypes.DAEMON_SETS, new SetChanges());
        this.revisions = new WorkloadRevisions(
                informers,
                ResourceTypes.DAEMON_SETS,
                new WorkloadRevisions.Listener(queue::add, this::beginWhenSynced));
        var followed = new OwnedPods(informers, new OwnedPods.Listener(this::wakeSets, this::beginWhenSynced));
        this.pods = followed.informer();
        this.owned = followed.cache();
        this.workers = new DaemonWorkers(
                loop, calls, new EventRecorder(loop, client, NAME), owned, set -> queue.add(set.key()));
        this.nodes = informers.all(ResourceTypes.NODES, new NodeChanges());
    }

    /// Begins to work; to be called on the loop, once.
    public void start() {
        List.of(sets, revisions.informer(), pods, nodes).forEach(Informer::start);
    }

    private void beginWhenSynced() {
        if (List.of(sets, revisions.informer(), pods, nodes).stream().allMatch(Informer::hasSynced)) {
            queue.start();
        }
    }

    private Optional<Callable<Boolean>> plan(ObjectKey key) {
        Optional<StoredObject> found = sets.get(key);
        if (found.isEmpty() || found.get().header().deleting()) {
            return Optional.empty();
        }
        StoredObject stored = found.get();
        if (stored.view(DaemonSet.class).selector().matchesEverything()) {
            workers.event(
                    stored,
                    EventRecorder.Type.Warning,
                    "SelectingAll",
                    "This daemon set is selecting all pods. A non-empty selector is required.");
            return Optional.empty();
        }
        List<Callable<Boolean>> adoptions = adoptions(stored);
        if (!adoptions.isEmpty()) {
            return ReconcileQueue.allOf(adoptions);
        }
        DaemonSet set = stored.view(DaemonSet.class);
        var history = new RevisionHistory(stored, kind(set), revisions.of(stored));
        int collisions = set.status().collisionCount().orElse(0);
        return switch (history.state()) {
            case RevisionHistory.State.Missing(var revision) ->
                Optional.of(() -> calls.makeRevision(stored, revision, collisions));
            case RevisionHistory.State.Outnumbered(var current, long number) ->
                Optional.of(() -> calls.renumber(current, number));
            case RevisionHistory.State.Complete(var current) ->
                keep(stored, history, current.hash(DaemonPods.HASH_LABEL));
        };
    }

    private static RevisionHistory.Kind kind(DaemonSet set) {
        return new RevisionHistory.Kind(
                ResourceTypes.DAEMON_SETS,
                DaemonPods.HASH_LABEL,
                set.template().labels(),
                set.meta().annotations(),
                set.status().collisionCount(),
                set.revisionHistoryLimit().orElse(REVISIONS));
    }

    private Optional<Callable<Boolean>> keep(StoredObject stored, RevisionHistory history, String hash) {
        Map<String, StoredObject> mine = new TreeMap<>();
        List<Callable<Boolean>> planned = new ArrayList<>();
        DaemonSet set = stored.view(DaemonSet.class);
        for (StoredObject pod : owned.of(stored.uid())) {
            if (set.selector().matches(pod.header().labels())) {
                mine.put(pod.uid(), pod);
            } else {
                planned.add(() -> calls.release(stored, ResourceTypes.PODS, pod));
            }
        }
        DaemonRule.View view = view(set, mine, hash);
        boolean busy = workers.busy(stored);
        if (!busy) {
            manage(stored, view, mine);
        }
        if (!workers.busy(stored)) {
            DaemonRolloutRule.Step step = DaemonRolloutRule.decide(view);
            workers.delete(stored, stored(step.delete(), mine));
            workers.create(stored, hash, step.create());
        }
        Set<String> live = mine.values().stream()
                .map(pod -> pod.header().labels().getOrDefault(DaemonPods.HASH_LABEL, ""))
                .collect(Collectors.toSet());
        history.surplus(live)
                .forEach(revision -> planned.add(() -> calls.delete(ResourceTypes.CONTROLLER_REVISIONS, revision)));
        long observed = busy ? set.status().observedGeneration() : set.meta().generation();
        DaemonSetStatus status = DaemonStatusRule.of(view, observed);
        if (!status.equals(set.status())) {
            planned.add(() -> calls.writeStatus(stored, DaemonStatusShape.of(status)));
        }
        lookAgainWhenAvailable(stored, view);
        return ReconcileQueue.allOf(planned);
    }

    private DaemonRule.View view(DaemonSet set, Map<String, StoredObject> mine, String hash) {
        List<Toleration> tolerations = DaemonTolerations.of(set.template().spec());
        Map<String, NodeFit> fits = new TreeMap<>();
        for (StoredObject node : nodes.all()) {
            fits.put(
                    node.key().name(),
                    NodeFitRule.of(set.template().spec(), tolerations, node.view(Node.class), gates));
        }
        List<Pod> views = mine.values().stream().map(pod -> pod.view(Pod.class)).toList();
        return new DaemonRule.View(
                set,
                fits,
                DaemonPods.of(views),
                hash,
                new ClockReading(loop.time().wall(), loop.time()::asOfNow));
    }

    private void manage(StoredObject stored, DaemonRule.View view, Map<String, StoredObject> mine) {
        DaemonRule.Plan plan = DaemonRule.decide(view);
        List<Pod> delete = new ArrayList<>(plan.delete());
        for (Pod pod : plan.failed()) {
            String node = DaemonPods.nodeOf(pod);
            long observed = view.set().status().observedGeneration();
            Optional<Duration> wait =
                    backoff.ask(stored.uid(), observed, node, loop.time().now());
            if (wait.isPresent()) {
                queue.addAfter(stored.key(), wait.get());
            } else {
                recordEvent(stored, EventRecorder.Type.Warning, "FailedDaemonPod", pod, "will try to kill it");
                delete.add(pod);
            }
        }
        for (Pod pod : plan.succeeded()) {
            recordEvent(stored, EventRecorder.Type.Normal, "SucceededDaemonPod", pod, "will try to delete it");
            delete.add(pod);
        }
        workers.delete(stored, stored(delete, mine));
        workers.create(stored, view.hash(), plan.create());
    }

    private void recordEvent(StoredObject set, EventRecorder.Type type, String reason, Pod pod, String what) {
        workers.event(
                set,
                type,
                reason,
                "Found %s daemon pod %s/%s on node %s, %s"
                        .formatted(
                                pod.status().phase().word().toLowerCase(Locale.ROOT),
                                pod.meta().namespace(),
                                pod.meta().name(),
                                DaemonPods.nodeOf(pod),
                                what));
    }

    private static List<StoredObject> stored(List<Pod> pods, Map<String, StoredObject> mine) {
        return pods.stream()
                .flatMap(pod -> Optional.ofNullable(mine.get(pod.meta().uid())).stream())
                .toList();
    }

    private void lookAgainWhenAvailable(StoredObject stored, DaemonRule.View view) {
        List<Pod> pods =
                view.pods().byNode().values().stream().flatMap(List::stream).toList();
        PodRule.nextAvailable(pods, view.set().minReadySeconds(), view.clock())
                .ifPresent(at -> queue.addAfter(
                        stored.key(), Duration.between(view.clock().now(), at)));
    }

    /// Pods and revisions without a controller that match the set.
    private List<Callable<Boolean>> adoptions(StoredObject stored) {
        DaemonSet set = stored.view(DaemonSet.class);
        List<Callable<Boolean>> adoptions = new ArrayList<>();
        for (StoredObject pod : owned.orphans(stored.key().namespace(), set.selector())) {
            if (!pod.header().deleting() && set.selector().matches(pod.header().labels())) {
                adoptions.add(() -> calls.adopt(stored, ResourceTypes.PODS, pod));
            }
        }
        for (StoredObject revision : revisions.adoptable(stored, set.selector())) {
            adoptions.add(() -> calls.adopt(stored, ResourceTypes.CONTROLLER_REVISIONS, revision));
        }
        return adoptions;
    }

    private void wakeSets(StoredObject pod) {
        ConcernedRule.workloads(ResourceTypes.DAEMON_SETS, pod, () -> BY_SELECTOR.selecting(sets, pod))
                .forEach(queue::add);
    }

    private final class SetChanges implements InformerHandler {
        @Override
        public void changed(Optional<StoredObject> before, StoredObject after) {
            queue.add(after.key());
        }

        @Override
        public void deleted(StoredObject last) {
            workers.forget(last);
            backoff.forget(last.uid());
        }

        @Override
        public void synced() {
            beginWhenSynced();
        }
    }

    /// A node is looked at again when its labels or taints change, and wakes only sets that have something to
    /// do there: a `NoSchedule` taint on a node with a pod wakes none. Upstream: daemon_controller.go
    /// (updateNode, syncNodeUpdate).
    private final class NodeChanges implements InformerHandler {
        @Override
        public void changed(Optional<StoredObject> before, StoredObject after) {
            Node node = after.view(Node.class);
            boolean same = before.map(old -> old.view(Node.class))
                    .filter(old -> old.spec().taints().equals(node.spec().taints()))
                    .filter(old -> old.meta().labels().equals(node.meta().labels()))
                    .isPresent();
            if (same) {
                return;
            }
            for (StoredObject set : sets.all()) {
                if (concerns(set, node)) {
                    queue.add(set.key());
                }
            }
        }

        private boolean concerns(StoredObject stored, Node node) {
            DaemonSet set = stored.view(DaemonSet.class);
            List<Toleration> tolerations = DaemonTolerations.of(set.template().spec());
            NodeFit fit = NodeFitRule.of(set.template().spec(), tolerations, node, gates);
            boolean has = hasPod(node.name(), stored.uid());
            return (fit.run() && !has)
                    || (!fit.stay() && has)
                    || (has && set.status().numberMisscheduled() > 0);
        }

        private boolean hasPod(String node, String setUid) {
            return pods.in(PodGroups.BY_NODE, node).stream()
                    .flatMap(pod -> OwnedPodsCache.owner(pod).stream())
                    .anyMatch(owner -> owner.uid().equals(setUid));
        }

        @Override
        public void deleted(StoredObject last) {
            // pod garbage collection removes the pods, and that wakes their sets
        }

        @Override
        public void synced() {
            beginWhenSynced();
        }
    }
}
