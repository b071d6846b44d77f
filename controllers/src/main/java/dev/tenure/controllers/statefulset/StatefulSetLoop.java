package dev.tenure.controllers.statefulset;

import dev.tenure.client.ClusterClient;
import dev.tenure.client.events.EventRecorder;
import dev.tenure.client.events.InvolvedObject;
import dev.tenure.client.informer.CompletionHandler;
import dev.tenure.client.informer.ControllerContext;
import dev.tenure.client.informer.Informer;
import dev.tenure.client.informer.InformerHandler;
import dev.tenure.client.informer.ReconcileQueue;
import dev.tenure.client.informer.SharedInformers;
import dev.tenure.controllers.workload.ConcernedRule;
import dev.tenure.controllers.workload.OwnedPods;
import dev.tenure.controllers.workload.OwnedPodsCache;
import dev.tenure.controllers.workload.RevisionHistory;
import dev.tenure.controllers.workload.RevisionHistory.Revision;
import dev.tenure.controllers.workload.SelectorGroups;
import dev.tenure.controllers.workload.SlowStart;
import dev.tenure.controllers.workload.StatusFields;
import dev.tenure.controllers.workload.WorkloadCalls;
import dev.tenure.controllers.workload.WorkloadRevisions;
import dev.tenure.model.apps.StatefulSet;
import dev.tenure.model.apps.StatefulSet.StatefulSetStatus;
import dev.tenure.model.core.Pod;
import dev.tenure.model.meta.ApiReply;
import dev.tenure.model.meta.ObjectKey;
import dev.tenure.model.meta.ResourceType;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.rules.pod.ClockReading;
import dev.tenure.rules.pod.PodRule;
import dev.tenure.runtime.loop.EventLoop;
import dev.tenure.runtime.loop.Outcome;
import dev.tenure.wire.json.Document;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.ObjectNode;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// The shell of stateful sets: follows sets, revisions and pods, and does as [StatefulRule] says. Every
/// method runs on its loop.
public final class StatefulSetLoop {
    /// The name of the controller and of its flag, and the source of its Events.
    public static final String NAME = "statefulset-controller";

    private static final SelectorGroups BY_SELECTOR =
            new SelectorGroups(set -> Optional.of(set.view(StatefulSet.class).selector()));
    private static final ResourceType CLAIMS = ResourceTypes.PERSISTENT_VOLUME_CLAIMS;
    private static final String HASH_LABEL = "controller.kubernetes.io/hash";
    private static final int REVISIONS = 10;
    private static final int WORKERS_MAX = 50;

    private final EventLoop loop;
    private final ClusterClient client;
    private final WorkloadCalls calls;
    private final EventRecorder events;
    private final ReconcileQueue<ObjectKey> queue;
    private final Informer sets;
    private final WorkloadRevisions revisions;
    private final Informer pods;
    private final Informer claims;
    private final OwnedPodsCache owned;
    /// Of pods that are made, and of pods that go.
    private final SlowStart growing;

    private final SlowStart shrinking;

    public StatefulSetLoop(ControllerContext context) {
        this.loop = context.loop();
        this.client = context.client();
        SharedInformers informers = context.informers();
        this.calls = new WorkloadCalls(client, ResourceTypes.STATEFUL_SETS);
        this.events = new EventRecorder(loop, client, NAME);
        this.queue = new ReconcileQueue<>(loop, NAME, WORKERS_MAX, this::plan);
        this.growing = new SlowStart(loop, "make", set -> queue.add(set.key()));
        this.shrinking = new SlowStart(loop, "remove", set -> queue.add(set.key()));
        this.sets = informers.all(ResourceTypes.STATEFUL_SETS, new SetChanges());
        this.revisions = new WorkloadRevisions(
                informers,
                ResourceTypes.STATEFUL_SETS,
                new WorkloadRevisions.Listener(queue::add, this::beginWhenSynced));
        var followed = new OwnedPods(informers, new OwnedPods.Listener(this::wakeSets, this::beginWhenSynced));
        this.pods = followed.informer();
        this.owned = followed.cache();
        // claims wake nobody, as upstream: they change when a set or a pod does
        this.claims = informers.all(CLAIMS, new CompletionHandler(this::beginWhenSynced));
    }

    /// Begins to work; to be called on the loop, once.
    public void start() {
        List.of(sets, revisions.informer(), pods, claims).forEach(Informer::start);
    }

    private void beginWhenSynced() {
        if (Stream.of(sets, revisions.informer(), pods, claims).allMatch(Informer::hasSynced)) {
            queue.start();
        }
    }

    private Optional<Callable<Boolean>> plan(ObjectKey key) {
        Optional<StoredObject> found = sets.get(key);
        if (found.isEmpty() || found.get().header().deleting()) {
            return Optional.empty();
        }
        StoredObject stored = found.get();
        StatefulSet set = stored.view(StatefulSet.class);
        List<Callable<Boolean>> claims = claims(stored, set);
        if (!claims.isEmpty()) {
            return ReconcileQueue.allOf(claims);
        }
        int collisions = set.status().collisionCount().orElse(0);
        var history = new RevisionHistory(stored, kind(set), revisions.of(stored));
        return switch (history.state()) {
            case RevisionHistory.State.Missing(var revision) ->
                Optional.of(() -> calls.makeRevision(stored, revision, collisions));
            case RevisionHistory.State.Outnumbered(var current, long number) ->
                Optional.of(() -> calls.renumber(current, number));
            case RevisionHistory.State.Complete(var newest) -> keep(stored, history, newest);
        };
    }

    private static RevisionHistory.Kind kind(StatefulSet set) {
        return new RevisionHistory.Kind(
                ResourceTypes.STATEFUL_SETS,
                HASH_LABEL,
                set.template().labels(),
                set.meta().annotations(),
                set.status().collisionCount(),
                set.revisionHistoryLimit().orElse(REVISIONS));
    }

    private Optional<Callable<Boolean>> keep(StoredObject stored, RevisionHistory history, Revision newest) {
        StatefulSet set = stored.view(StatefulSet.class);
        Instant now = loop.time().wall();
        Revision current = history.find(set.status().currentRevision()).orElse(newest);
        List<StoredObject> mine = owned.seenOf(stored.uid());
        List<Pod> views = mine.stream().map(pod -> pod.view(Pod.class)).toList();
        var view = new StatefulRule.View(
                set, views, current.name(), newest.name(), new ClockReading(now, loop.time()::asOfNow));
        boolean busy = owned.beingMade(stored.uid()) > 0
                || owned.deletes(stored.uid())
                || owned.of(stored.uid()).size() > mine.size();
        if (!busy) {
            carryOut(stored, StatefulRule.decide(view), view, history);
        }
        List<Callable<Boolean>> planned = new ArrayList<>();
        Set<String> live = views.stream().map(StatefulRule::revision).collect(Collectors.toSet());
        live.add(current.name());
        history.surplus(live)
                .forEach(revision -> planned.add(() -> calls.delete(ResourceTypes.CONTROLLER_REVISIONS, revision)));
        mine.forEach(pod -> planned.addAll(owners(stored, pod)));
        StatefulSetStatus status = StatefulStatusRule.of(view);
        if (!status.equals(set.status())) {
            planned.add(() -> calls.writeStatus(stored, json(status)));
        }
        lookAgainWhenAvailable(stored, view);
        return ReconcileQueue.allOf(planned);
    }

    /// What makes the claims of a pod go when the set's policy says. Upstream:
    /// UpdatePodClaimForRetentionPolicy.
    private List<Callable<Boolean>> owners(StoredObject stored, StoredObject pod) {
        StatefulSet set = stored.view(StatefulSet.class);
        int ordinal = Ordinals.of(pod.view(Pod.class));
        boolean surplus = ordinal < set.start() || ordinal >= set.end();
        var owners = new ClaimOwners(stored);
        List<Callable<Boolean>> planned = new ArrayList<>();
        for (String name : new StatefulPodShape(stored).claimNames(ordinal)) {
            Optional<StoredObject> claim = claims.get(CLAIMS.key(stored.key().namespace(), name));
            claim.ifPresent(found -> {
                ClaimOwners.Change change = owners.of(found, pod, surplus);
                if (!change.isNone()) {
                    tellOfConflict(stored, name, change);
                    planned.add(() -> calls.changeOwners(
                            CLAIMS,
                            found,
                            change.gone(),
                            change.added().stream().toList()));
                }
            });
        }
        return planned;
    }

    private static ObjectNode json(StatefulSetStatus status) {
        ObjectNode json = Json.object()
                .put("observedGeneration", status.observedGeneration())
                .put("replicas", status.replicas())
                .put("availableReplicas", status.available())
                .put("currentRevision", status.currentRevision())
                .put("updateRevision", status.updateRevision())
                .put("collisionCount", status.collisionCount().orElse(0));
        StatusFields.count(json, "readyReplicas", status.ready());
        StatusFields.count(json, "currentReplicas", status.current());
        StatusFields.count(json, "updatedReplicas", status.updated());
        return json;
    }

    private void carryOut(StoredObject set, StatefulRule.Plan plan, StatefulRule.View view, RevisionHistory history) {
        List<Integer> create = plan.create();
        for (int ordinal : create.subList(0, growing.batch(set, create.size()))) {
            history.find(StatefulRule.revisionFor(view, ordinal)).ifPresent(revision -> make(set, revision, ordinal));
        }
        Map<String, StoredObject> byUid = owned.of(set.uid()).stream()
                .collect(Collectors.toMap(StoredObject::uid, Function.identity(), (first, _) -> first));
        List<StoredObject> delete = plan.delete().stream()
                .flatMap(pod -> Optional.ofNullable(byUid.get(pod.meta().uid())).stream())
                .filter(pod -> !owned.isBeingDeleted(pod.uid()))
                .toList();
        delete.subList(0, shrinking.batch(set, delete.size())).forEach(pod -> delete(set, pod));
    }

    private void make(StoredObject set, Revision revision, int ordinal) {
        var shape = new StatefulPodShape(set);
        Document pod = shape.pod(revision, ordinal);
        String name = set.key().name() + "-" + ordinal;
        owned.making(set.uid());
        loop.work(
                "create-stateful",
                () -> {
                    for (ObjectNode claim : shape.claims(ordinal)) {
                        claim(set, name, claim);
                    }
                    return calls.createPod(set.key().namespace(), pod);
                },
                outcome -> made(set, name, outcome));
    }

    /// Claims that are there already are those of the pod's earlier life.
    private void claim(StoredObject set, String pod, ObjectNode claim) {
        ApiReply reply = client.create(CLAIMS, set.key().namespace(), Document.of(claim));
        String name = claim.path("metadata").path("name").asText();
        String of = "Pod %s in StatefulSet %s ".formatted(pod, set.key().name());
        if (reply instanceof ApiReply.Failure(var status, var _)) {
            if (!status.isConflict()) {
                String text = "Create Claim %s for %sfailed error: %s".formatted(name, of, status.message());
                loop.post("claim", () -> event(set, EventRecorder.Type.Warning, "FailedCreate", text));
            }
        } else {
            String text = "Create Claim %s %ssuccess".formatted(name, of);
            loop.post("claim", () -> event(set, EventRecorder.Type.Normal, "SuccessfulCreate", text));
        }
    }

    private void made(StoredObject set, String pod, Outcome<ApiReply> outcome) {
        String about =
                "Create Pod %s in StatefulSet %s ".formatted(pod, set.key().name());
        if (outcome instanceof Outcome.Done<ApiReply>(ApiReply.One(var _, StoredObject made, var _))) {
            owned.made(set.uid(), made);
            event(set, EventRecorder.Type.Normal, "SuccessfulCreate", about + "successful");
            growing.succeeded(set);
        } else {
            owned.notMade(set.uid());
            if (!WorkloadCalls.namespaceGoes(outcome)) {
                String why = about + "failed error: " + WorkloadCalls.whyNot(outcome);
                event(set, EventRecorder.Type.Warning, "FailedCreate", why);
            }
            growing.failed(set);
        }
    }

    private void delete(StoredObject set, StoredObject pod) {
        owned.deleting(pod.uid());
        loop.work("delete-stateful", () -> calls.deletePod(pod), outcome -> {
            String about = "Delete Pod %s in StatefulSet %s "
                    .formatted(pod.key().name(), set.key().name());
            if (WorkloadCalls.deleted(outcome) || WorkloadCalls.gone(outcome)) {
                event(set, EventRecorder.Type.Normal, "SuccessfulDelete", about + "successful");
                shrinking.succeeded(set);
            } else {
                owned.notDeleted(pod.uid());
                String why = about + "failed error: " + WorkloadCalls.whyNot(outcome);
                event(set, EventRecorder.Type.Warning, "FailedDelete", why);
                shrinking.failed(set);
            }
        });
    }

    private void event(StoredObject set, EventRecorder.Type type, String reason, String message) {
        events.record(InvolvedObject.of(ResourceTypes.STATEFUL_SETS, set), type, reason, message);
    }

    private void tellOfConflict(StoredObject set, String claim, ClaimOwners.Change change) {
        if (change.conflict()) {
            String text = "PersistentVolumeClaim " + claim + " has a conflicting OwnerReference that acts as a managing"
                    + " controller, the retention policy is ignored for this claim";
            event(set, EventRecorder.Type.Warning, "ConflictingController", text);
        }
    }

    private void lookAgainWhenAvailable(StoredObject stored, StatefulRule.View view) {
        PodRule.nextAvailable(view.pods(), view.set().minReadySeconds(), view.clock())
                .ifPresent(at -> queue.addAfter(
                        stored.key(), Duration.between(view.clock().now(), at)));
    }

    /// Takes pods and revisions without a controller that match the set, and lets pods go that match no
    /// longer. Pods match only when they have one of its names. Upstream: getPodsForStatefulSet,
    /// adoptOrphanRevisions.
    private List<Callable<Boolean>> claims(StoredObject stored, StatefulSet set) {
        List<Callable<Boolean>> claims = new ArrayList<>();
        for (StoredObject pod : owned.seenOf(stored.uid())) {
            if (!isIts(set, pod)) {
                claims.add(() -> calls.release(stored, ResourceTypes.PODS, pod));
            }
        }
        for (StoredObject pod : owned.orphans(stored.key().namespace(), set.selector())) {
            if (!pod.header().deleting() && isIts(set, pod)) {
                claims.add(() -> calls.adopt(stored, ResourceTypes.PODS, pod));
            }
        }
        for (StoredObject revision : revisions.adoptable(stored, set.selector())) {
            claims.add(() -> calls.adopt(stored, ResourceTypes.CONTROLLER_REVISIONS, revision));
        }
        return claims;
    }

    private static boolean isIts(StatefulSet set, StoredObject pod) {
        return set.selector().matches(pod.header().labels())
                && Ordinals.of(set.meta().name(), pod.key().name()).isPresent();
    }

    private void wakeSets(StoredObject pod) {
        ConcernedRule.workloads(ResourceTypes.STATEFUL_SETS, pod, () -> adopting(pod))
                .forEach(queue::add);
    }

    private List<StoredObject> adopting(StoredObject pod) {
        return BY_SELECTOR.selecting(sets, pod).stream()
                .filter(set -> isIts(set.view(StatefulSet.class), pod))
                .toList();
    }

    private final class SetChanges implements InformerHandler {
        @Override
        public void changed(Optional<StoredObject> before, StoredObject after) {
            queue.add(after.key());
        }

        @Override
        public void deleted(StoredObject last) {
            growing.forget(last);
            shrinking.forget(last);
        }

        @Override
        public void synced() {
            beginWhenSynced();
        }
    }
}
