package dev.tenure.controllers.deployment;

import dev.tenure.client.ClusterClient;
import dev.tenure.client.events.EventRecorder;
import dev.tenure.client.events.InvolvedObject;
import dev.tenure.client.informer.ControllerContext;
import dev.tenure.client.informer.Grouping;
import dev.tenure.client.informer.Informer;
import dev.tenure.client.informer.InformerHandler;
import dev.tenure.client.informer.ReconcileQueue;
import dev.tenure.controllers.workload.AdoptionRule;
import dev.tenure.controllers.workload.AdoptionRule.Claims;
import dev.tenure.controllers.workload.ConcernedRule;
import dev.tenure.controllers.workload.ControllerGroups;
import dev.tenure.controllers.workload.SelectorGroups;
import dev.tenure.controllers.workload.TemplateHash;
import dev.tenure.controllers.workload.WorkloadCalls;
import dev.tenure.model.apps.Deployment;
import dev.tenure.model.apps.ReplicaSet;
import dev.tenure.model.meta.ApiReply;
import dev.tenure.model.meta.ObjectKey;
import dev.tenure.model.meta.OwnerReference;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.rules.pod.ClockReading;
import dev.tenure.runtime.loop.EventLoop;
import dev.tenure.wire.json.Document;
import dev.tenure.wire.json.ObjectNode;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;

/// The shell of Deployments: follows them and their sets, and takes one step of a rollout at a time. Every
/// method runs on its loop, but for the work that it hands out.
public final class DeploymentLoop {
    /// The name of the controller and of its flag, and the source of its Events.
    public static final String NAME = "deployment-controller";

    private static final int WORKERS_MAX = 20;
    private static final SelectorGroups BY_SELECTOR = new SelectorGroups(
            deployment -> Optional.of(deployment.view(Deployment.class).selector()));
    private static final Grouping SETS_BY_CONTROLLER =
            ControllerGroups.by(set -> set.view(ReplicaSet.class).meta());

    private final EventLoop loop;
    private final EventRecorder events;
    private final DeploymentCalls calls;
    private final ReconcileQueue<ObjectKey> queue;
    private final Informer deployments;
    private final Informer sets;
    private final ReadOnce read = new ReadOnce();

    public DeploymentLoop(ControllerContext context) {
        this.loop = context.loop();
        ClusterClient client = context.client();
        this.events = new EventRecorder(loop, client, NAME);
        this.calls = new DeploymentCalls(client);
        this.queue = new ReconcileQueue<>(loop, NAME, WORKERS_MAX, this::plan);
        this.deployments = context.informers().all(ResourceTypes.DEPLOYMENTS, new DeploymentChanges());
        this.sets = context.informers().all(ResourceTypes.REPLICA_SETS, new SetChanges());
    }

    /// Begins to work; to be called on the loop, once.
    public void start() {
        deployments.start();
        sets.start();
    }

    private Optional<Callable<Boolean>> plan(ObjectKey key) {
        Optional<StoredObject> found = deployments.get(key);
        if (found.isEmpty()) {
            return Optional.empty();
        }
        StoredObject stored = found.get();
        Collection<StoredObject> owned = sets.in(SETS_BY_CONTROLLER, stored.uid());
        Collection<StoredObject> orphans = sets.in(
                SETS_BY_CONTROLLER, ControllerGroups.orphans(stored.key().namespace()));
        Claims claims =
                AdoptionRule.claims(stored, stored.view(Deployment.class).selector(), owned, orphans);
        if (!claims.isEmpty()) {
            return Optional.of(() -> calls.claim(stored, claims));
        }
        var rollout = new Rollout(stored, new ArrayList<>(owned), read);
        var clock = new ClockReading(loop.time().wall(), loop.time()::asOfNow);
        var status = new RolloutStatus(rollout::document, rollout.view, clock);
        status.timeOutIn()
                .filter(left -> !left.isNegative() && !left.isZero())
                .ifPresent(left -> queue.addAfter(key, left));
        if (stored.header().deleting()) {
            return report(rollout, status);
        }
        return step(rollout, status);
    }

    private Optional<Callable<Boolean>> step(Rollout rollout, RolloutStatus status) {
        RolloutRule.Step next = RolloutRule.next(rollout.view);
        boolean creates = next instanceof RolloutRule.Step.CreateNewest;
        long revision = rollout.revision(creates);
        if (rollout.newest.isPresent() && !creates) {
            Optional<Callable<Boolean>> noted = note(rollout, revision);
            if (noted.isPresent()) {
                return noted;
            }
        }
        return switch (next) {
            case RolloutRule.Step.CreateNewest(int replicas) -> {
                rollout.document();
                yield Optional.of(() -> create(rollout, status, replicas, revision));
            }
            case RolloutRule.Step.Scale(var sizes) -> Optional.of(scale(rollout, status, sizes));
            case RolloutRule.Step.Rest _ -> rest(rollout, status);
        };
    }

    /// What the newest set and the Deployment should say of the rollout's number.
    private Optional<Callable<Boolean>> note(Rollout rollout, long revision) {
        StoredObject newest = rollout.newest.orElseThrow();
        ReplicaSet set = newest.view(ReplicaSet.class);
        Deployment deployment = rollout.view.deployment();
        Map<String, String> missing = DeploymentCalls.missing(deployment, set, revision);
        if (!missing.isEmpty() || set.minReadySeconds() != deployment.minReadySeconds()) {
            return Optional.of(() -> calls.annotate(newest, missing, deployment.minReadySeconds()));
        }
        boolean noted =
                Long.toString(revision).equals(deployment.meta().annotations().get(ScaleRule.REVISION));
        return noted ? Optional.empty() : Optional.of(() -> calls.noteRevision(rollout.stored, revision));
    }

    private boolean create(Rollout rollout, RolloutStatus status, int replicas, long revision) {
        String name = rollout.newName();
        ObjectNode set = calls.newest(rollout.stored, name, replicas, revision);
        ApiReply reply = calls.create(set);
        if (DeploymentCalls.taken(reply)) {
            int collisions = rollout.view.deployment().status().collisionCount().orElse(0);
            if (!calls.isNewest(rollout.stored, name)) {
                calls.noteCollision(rollout.stored, collisions + 1);
            }
            return false;
        }
        if (reply instanceof ApiReply.Failure(var why, var _)) {
            if (!WorkloadCalls.namespaceGoes(why)) {
                recordFailure(
                        rollout, status, "Failed to create new replica set \"%s\": %s".formatted(name, why.message()));
            }
            return false;
        }
        if (replicas > 0) {
            loop.post("event", () -> announce(rollout.stored, "up", name, 0, replicas));
        }
        Optional<ObjectNode> wanted = status.wanted(Optional.of(name));
        return calls.noteRevision(rollout.stored, revision)
                && (wanted.isEmpty() || calls.status(rollout.stored, wanted.get()));
    }

    private void recordFailure(Rollout rollout, RolloutStatus status, String message) {
        status.failedToCreate(message).ifPresent(wanted -> calls.status(rollout.stored, wanted));
        InvolvedObject about = InvolvedObject.of(ResourceTypes.DEPLOYMENTS, rollout.stored);
        loop.post(
                "event", () -> events.record(about, EventRecorder.Type.Warning, RolloutStatus.CREATE_FAILED, message));
    }

    private Callable<Boolean> scale(Rollout rollout, RolloutStatus status, Map<ReplicaSet, Integer> sizes) {
        var stored = new LinkedHashMap<StoredObject, Integer>();
        for (StoredObject set : rollout.sets) {
            Integer size = sizes.get(set.view(ReplicaSet.class));
            if (size != null) {
                stored.put(set, size);
            }
        }
        Optional<ObjectNode> wanted = status.wanted(Optional.empty());
        return () -> {
            boolean done = calls.scale(rollout.view.deployment(), stored);
            if (done) {
                loop.post("event", () -> stored.forEach((set, size) -> announceScale(rollout.stored, set, size)));
            }
            boolean reported = wanted.isEmpty() || calls.status(rollout.stored, wanted.get());
            return done && reported;
        };
    }

    private void announceScale(StoredObject deployment, StoredObject set, int size) {
        int before = set.view(ReplicaSet.class).replicas();
        if (before != size) {
            announce(deployment, before < size ? "up" : "down", set.key().name(), before, size);
        }
    }

    private void announce(StoredObject deployment, String direction, String set, int from, int to) {
        events.record(
                InvolvedObject.of(ResourceTypes.DEPLOYMENTS, deployment),
                EventRecorder.Type.Normal,
                "ScalingReplicaSet",
                "Scaled %s replica set %s from %d to %d".formatted(direction, set, from, to));
    }

    private Optional<Callable<Boolean>> rest(Rollout rollout, RolloutStatus status) {
        Optional<Callable<Boolean>> report = report(rollout, status);
        Deployment deployment = rollout.view.deployment();
        boolean tidies = deployment.paused() || ScaleRule.complete(deployment, deployment.status());
        if (report.isPresent() || !tidies) {
            return report;
        }
        List<StoredObject> surplus = rollout.surplus();
        return surplus.isEmpty()
                ? Optional.empty()
                : Optional.of(() -> surplus.stream().allMatch(calls::delete));
    }

    private Optional<Callable<Boolean>> report(Rollout rollout, RolloutStatus status) {
        return status.wanted(Optional.empty()).map(wanted -> () -> calls.status(rollout.stored, wanted));
    }

    private void beginWhenSynced() {
        if (deployments.hasSynced() && sets.hasSynced()) {
            queue.start();
        }
    }

    /// One Deployment with its sets, at one moment.
    private static final class Rollout {
        private final StoredObject stored;
        private final ReadOnce read;
        private final List<StoredObject> sets;
        private final Optional<StoredObject> newest;
        private final RolloutRule.View view;
        private @Nullable Document document;

        /// @param owned its sets; a list that nobody else has
        private Rollout(StoredObject stored, List<StoredObject> owned, ReadOnce read) {
            this.stored = stored;
            this.read = read;
            this.sets = owned;
            sets.sort(Comparator.comparing((StoredObject set) ->
                            set.view(ReplicaSet.class).meta().creationTimestamp())
                    .thenComparing(set -> set.key().name()));
            Deployment deployment = stored.view(Deployment.class);
            this.newest = newest(deployment);
            var old = new ArrayList<ReplicaSet>();
            boolean oldPodsRun = false;
            for (StoredObject each : sets) {
                if (newest.isEmpty() || each != newest.get()) {
                    ReplicaSet set = each.view(ReplicaSet.class);
                    old.add(set);
                    oldPodsRun |= set.status().replicas() > 0 || set.status().terminatingReplicas() > 0;
                }
            }
            this.view =
                    new RolloutRule.View(deployment, newest.map(set -> set.view(ReplicaSet.class)), old, oldPodsRun);
        }

        private Optional<StoredObject> newest(Deployment deployment) {
            for (StoredObject set : sets) {
                long generation = set.view(ReplicaSet.class).meta().generation();
                if (read.sameTemplate(stored, deployment.meta().generation(), set, generation)) {
                    return Optional.of(set);
                }
            }
            return Optional.empty();
        }

        /// The Deployment as it is written; only to be read. Away from the loop, only once it was asked for
        /// on it.
        private Document document() {
            Document known = document;
            if (known == null) {
                known = read.document(stored);
                document = known;
            }
            return known;
        }

        private String newName() {
            String hash = TemplateHash.of(
                    document().at("spec", "template"),
                    view.deployment().status().collisionCount());
            return stored.key().name() + "-" + hash;
        }

        /// The number of this rollout: one more than that of any old set.
        private long revision(boolean creates) {
            long old = view.old().stream().mapToLong(Rollout::number).max().orElse(0);
            long own = creates ? 0 : view.newest().map(Rollout::number).orElse(0L);
            return Math.max(old + 1, own);
        }

        private static long number(ReplicaSet set) {
            try {
                return Long.parseLong(set.meta().annotations().getOrDefault(ScaleRule.REVISION, "0"));
            } catch (NumberFormatException _) {
                return 0;
            }
        }

        /// Old sets beyond the number that the history keeps, eldest rollouts first; those that still have
        /// pods, or may have, are spared.
        private List<StoredObject> surplus() {
            if (view.deployment().revisionHistoryLimit().isEmpty()) {
                return List.of();
            }
            var old = new ArrayList<StoredObject>();
            for (StoredObject set : sets) {
                boolean current = newest.filter(n -> n.uid().equals(set.uid())).isPresent();
                if (!current && !set.header().deleting()) {
                    old.add(set);
                }
            }
            old.sort(Comparator.comparingLong(set -> number(set.view(ReplicaSet.class))));
            int keep = view.deployment().revisionHistoryLimit().getAsInt();
            return old.subList(0, Math.clamp(old.size() - keep, 0, old.size())).stream()
                    .filter(set -> empty(set.view(ReplicaSet.class)))
                    .toList();
        }

        private static boolean empty(ReplicaSet set) {
            return set.replicas() == 0
                    && set.status().replicas() == 0
                    && set.meta().generation() <= set.status().observedGeneration();
        }
    }

    private final class DeploymentChanges implements InformerHandler {
        @Override
        public void changed(Optional<StoredObject> before, StoredObject after) {
            queue.add(after.key());
        }

        @Override
        public void deleted(StoredObject last) {
            read.forget(last);
        }

        @Override
        public void synced() {
            beginWhenSynced();
        }
    }

    private final class SetChanges implements InformerHandler {
        @Override
        public void changed(Optional<StoredObject> before, StoredObject after) {
            before.ifPresent(this::wakeOwner);
            if (owner(after).isPresent()) {
                wakeOwner(after);
            } else if (before.isEmpty() || ConcernedRule.moved(before.get(), after)) {
                BY_SELECTOR.selecting(deployments, after).forEach(each -> queue.add(each.key()));
            }
        }

        @Override
        public void deleted(StoredObject last) {
            read.forget(last);
            wakeOwner(last);
        }

        private static Optional<OwnerReference> owner(StoredObject set) {
            return set.view(ReplicaSet.class).meta().controllerOwner();
        }

        private void wakeOwner(StoredObject set) {
            owner(set)
                    .filter(owner -> owner.kind().equals(ResourceTypes.DEPLOYMENTS.kind()))
                    .ifPresent(owner ->
                            queue.add(ResourceTypes.DEPLOYMENTS.key(set.key().namespace(), owner.name())));
        }

        @Override
        public void synced() {
            beginWhenSynced();
        }
    }
}
