package dev.tenure.controllers.replicaset;

import dev.tenure.client.ClusterClient;
import dev.tenure.client.events.EventRecorder;
import dev.tenure.client.events.InvolvedObject;
import dev.tenure.client.informer.ControllerContext;
import dev.tenure.client.informer.Grouping;
import dev.tenure.client.informer.Informer;
import dev.tenure.client.informer.InformerHandler;
import dev.tenure.client.informer.ReconcileQueue;
import dev.tenure.controllers.replicaset.ReplicaSetStatusRule.Failure;
import dev.tenure.controllers.workload.ConcernedRule;
import dev.tenure.controllers.workload.OwnedPodsCache;
import dev.tenure.controllers.workload.SelectedPods;
import dev.tenure.controllers.workload.SelectorGroups;
import dev.tenure.controllers.workload.SlowStart;
import dev.tenure.controllers.workload.WorkloadCalls;
import dev.tenure.model.apps.ReplicaSet;
import dev.tenure.model.core.Pod;
import dev.tenure.model.meta.ApiReply;
import dev.tenure.model.meta.LabelSelector;
import dev.tenure.model.meta.ObjectKey;
import dev.tenure.model.meta.OwnerReference;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.rules.pod.ClockReading;
import dev.tenure.rules.pod.PodRule;
import dev.tenure.runtime.loop.EventLoop;
import dev.tenure.runtime.loop.Outcome;
import dev.tenure.wire.json.JsonNode;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;

/// The shell of ReplicaSets, or of replication controllers: follows sets and pods, makes and deletes pods
/// as [ReplicaRule] says, and keeps the status. Every method runs on its loop.
public final class ReplicaSetLoop {
    private static final int WORKERS_MAX = 50;
    private static final Duration DELETE_AGAIN = Duration.ofMillis(100);

    private final EventLoop loop;
    private final ReplicaKind kind;
    private final SelectorGroups bySelector;
    private final EventRecorder events;
    private final ReplicaSetCalls calls;
    private final ReconcileQueue<ObjectKey> queue;
    /// Sets by what controls them.
    private final Grouping byController = set -> controller(set).orElse("");

    private final Informer sets;
    private final Informer pods;
    private final SelectedPods selected;
    private final OwnedPodsCache owned;
    private final PodTallies tallies = new PodTallies();
    private final SlowStart slowStart;
    /// Why the last pod could not be made or removed, by the uid of its set.
    private final Map<String, Failure> failures = new HashMap<>();

    public ReplicaSetLoop(ControllerContext context, ReplicaKind kind) {
        this.loop = context.loop();
        ClusterClient client = context.client();
        this.kind = kind;
        this.bySelector = new SelectorGroups(set -> Optional.of(kind.view(set).selector()));
        this.events = new EventRecorder(loop, client, kind.eventSource());
        this.calls = new ReplicaSetCalls(client, kind);
        this.queue = new ReconcileQueue<>(loop, kind.controller(), WORKERS_MAX, this::plan);
        this.slowStart = new SlowStart(loop, "make", set -> queue.add(set.key()));
        this.sets = context.informers().all(kind.type(), new SetChanges());
        this.pods = context.informers().all(ResourceTypes.PODS, new PodChanges());
        this.selected = new SelectedPods(pods);
        this.owned = new OwnedPodsCache(pods);
    }

    /// Begins to work; to be called on the loop, once.
    public void start() {
        sets.start();
        pods.start();
    }

    private Optional<Callable<Boolean>> plan(ObjectKey key) {
        Optional<StoredObject> found = sets.get(key);
        if (found.isEmpty()) {
            return Optional.empty();
        }
        StoredObject stored = found.get();
        ReplicaSet set = kind.view(stored);
        Instant now = loop.time().wall();
        Collection<StoredObject> seen = owned.shownOf(stored.uid());
        PodTallies.Tally tally = tallies.of(stored, set, seen);
        boolean asMany = tally.matching() == set.replicas() && owned.nothingUnderWay(stored.uid());
        if (asMany) {
            settled(stored);
        } else if (!set.meta().deleting()) {
            scale(stored, set, now);
        }
        ReplicaSetStatusRule.Wanted status = statusNow(stored, set, tally, now);
        // as upstream, which counts after it has made pods
        boolean waits = owned.beingMade(stored.uid()) > 0;
        return calls.repairs(
                stored,
                tally.strangers() == 0 ? List.of() : List.copyOf(seen),
                adoptable(stored, set),
                waits ? Optional.empty() : Optional.of(status));
    }

    private ReplicaSetStatusRule.Wanted statusNow(
            StoredObject stored, ReplicaSet set, PodTallies.Tally tally, Instant now) {
        ReplicaSetStatusRule.Counts counts = tally.counts();
        if (set.minReadySeconds() > 0) {
            List<Pod> seen = views(owned.shownOf(stored.uid()));
            var clock = new ClockReading(now, loop.time()::asOfNow);
            PodRule.nextAvailable(seen, set.minReadySeconds(), clock)
                    .ifPresent(at -> queue.addAfter(stored.key(), Duration.between(now, at)));
            counts = ReplicaSetStatusRule.count(set, seen, clock);
        }
        return ReplicaSetStatusRule.of(kind, set, counts, Optional.ofNullable(failures.get(stored.uid())), now);
    }

    private List<StoredObject> adoptable(StoredObject stored, ReplicaSet set) {
        Collection<StoredObject> orphans = owned.orphans(stored.key().namespace(), set.selector());
        return orphans.isEmpty() || set.meta().deleting()
                ? List.of()
                : orphans.stream()
                        .filter(pod -> PodRule.active(pod.view(Pod.class)))
                        .filter(pod -> set.selector().matches(pod.header().labels()))
                        .toList();
    }

    private void scale(StoredObject stored, ReplicaSet set, Instant now) {
        var mine = new ArrayList<StoredObject>();
        for (StoredObject pod : owned.of(stored.uid())) {
            if (PodRule.active(pod.view(Pod.class))
                    && set.selector().matches(pod.header().labels())) {
                mine.add(pod);
            }
        }
        int making = owned.beingMade(stored.uid());
        int adopting = adoptable(stored, set).size();
        switch (ReplicaRule.decide(set, views(mine), () -> related(stored), now)) {
            case ReplicaRule.Verdict.Keep _ -> settled(stored);
            case ReplicaRule.Verdict.Create(int count) -> make(stored, count - making - adopting);
            case ReplicaRule.Verdict.Delete(var surplus) -> {
                settled(stored);
                mine.stream()
                        .filter(pod -> surplus.contains(pod.view(Pod.class)))
                        .forEach(pod -> delete(stored, pod));
            }
        }
    }

    /// No pod is missing: what stood in the way of making more does so no longer. Upstream: calculateStatus,
    /// which drops the condition after every look that had no error.
    private void settled(StoredObject set) {
        if (owned.beingMade(set.uid()) == 0) {
            slowStart.batch(set, 0);
            failures.remove(set.uid());
        }
    }

    /// Active pods that any of the sets of the same controller selects, for the ranking of crowded nodes;
    /// none where the set has no controller. Upstream: replica_set.go getIndirectlyRelatedPods.
    private List<Pod> related(StoredObject stored) {
        Optional<String> controller = controller(stored);
        if (controller.isEmpty()) {
            return List.of();
        }
        String namespace = stored.key().namespace();
        Map<String, Pod> related = new LinkedHashMap<>();
        for (StoredObject set : sets.in(byController, controller.get())) {
            LabelSelector selector = kind.view(set).selector();
            for (StoredObject pod : selected.candidates(namespace, selector.exact())) {
                if (selector.matches(pod.header().labels()) && PodRule.active(pod.view(Pod.class))) {
                    related.put(pod.uid(), pod.view(Pod.class));
                }
            }
        }
        return List.copyOf(related.values());
    }

    private Optional<String> controller(StoredObject set) {
        return kind.view(set).meta().controllerOwner().map(OwnerReference::uid);
    }

    private void make(StoredObject set, int count) {
        int batch = slowStart.batch(set, count);
        if (batch == 0) {
            return;
        }
        JsonNode template = calls.template(set);
        for (int i = 0; i < batch; i++) {
            owned.making(set.uid());
            loop.work("create-pod", () -> calls.create(set, template), outcome -> made(set, outcome));
        }
    }

    private void made(StoredObject set, Outcome<ApiReply> outcome) {
        String uid = set.uid();
        if (outcome instanceof Outcome.Done<ApiReply>(ApiReply.One(var _, StoredObject pod, var _))) {
            owned.made(uid, pod);
            failures.remove(uid);
            event(
                    set,
                    EventRecorder.Type.Normal,
                    "SuccessfulCreate",
                    "Created pod: " + pod.key().name());
            slowStart.succeeded(set);
        } else {
            owned.notMade(uid);
            if (!WorkloadCalls.namespaceGoes(outcome)) {
                failed(set, "FailedCreate", "Error creating: ", WorkloadCalls.whyNot(outcome));
            }
            slowStart.failed(set);
        }
        queue.add(set.key());
    }

    private void failed(StoredObject set, String reason, String what, String why) {
        failures.put(set.uid(), new Failure(reason, why));
        event(set, EventRecorder.Type.Warning, reason, what + why);
    }

    private void delete(StoredObject set, StoredObject pod) {
        if (!owned.deleting(pod.uid())) {
            return;
        }
        loop.work("delete-pod", () -> calls.delete(pod), outcome -> {
            if (WorkloadCalls.deleted(outcome)) {
                String text = "Deleted pod: " + pod.key().name();
                event(set, EventRecorder.Type.Normal, "SuccessfulDelete", text);
            } else {
                owned.notDeleted(pod.uid());
                if (!WorkloadCalls.gone(outcome)) {
                    failed(set, "FailedDelete", "Error deleting: ", WorkloadCalls.whyNot(outcome));
                }
                queue.addAfter(set.key(), DELETE_AGAIN);
            }
        });
    }

    private void event(StoredObject set, EventRecorder.Type type, String reason, String message) {
        events.record(InvolvedObject.of(kind.type(), set), type, reason, message);
    }

    private static List<Pod> views(Collection<StoredObject> pods) {
        var views = new ArrayList<Pod>(pods.size());
        for (StoredObject pod : pods) {
            views.add(pod.view(Pod.class));
        }
        return views;
    }

    private void beginWhenSynced() {
        if (sets.hasSynced() && pods.hasSynced()) {
            queue.start();
        }
    }

    private final class SetChanges implements InformerHandler {
        @Override
        public void changed(Optional<StoredObject> before, StoredObject after) {
            queue.add(after.key());
        }

        @Override
        public void deleted(StoredObject last) {
            slowStart.forget(last);
            calls.forget(last);
            tallies.forget(last);
            failures.remove(last.uid());
        }

        @Override
        public void synced() {
            beginWhenSynced();
        }
    }

    private final class PodChanges implements InformerHandler {
        @Override
        public void changed(Optional<StoredObject> before, StoredObject after) {
            owned.put(after);
            tallies.changed(before, after);
            if (before.isEmpty() || ConcernedRule.counts(before.get(), after)) {
                before.filter(old -> ConcernedRule.moved(old, after)).ifPresent(this::wakeOwner);
                wakeOwner(after);
            }
        }

        @Override
        public void deleted(StoredObject last) {
            owned.remove(last);
            tallies.deleted(last);
            wakeOwner(last);
        }

        private void wakeOwner(StoredObject pod) {
            ConcernedRule.workloads(kind.type(), pod, () -> bySelector.selecting(sets, pod))
                    .forEach(queue::add);
        }

        @Override
        public void synced() {
            beginWhenSynced();
        }
    }
}
