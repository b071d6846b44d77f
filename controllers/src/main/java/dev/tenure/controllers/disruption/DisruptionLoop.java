package dev.tenure.controllers.disruption;

import dev.tenure.client.ClusterClient;
import dev.tenure.client.events.EventRecorder;
import dev.tenure.client.events.InvolvedObject;
import dev.tenure.client.informer.CompletionHandler;
import dev.tenure.client.informer.ControllerContext;
import dev.tenure.client.informer.Informer;
import dev.tenure.client.informer.InformerHandler;
import dev.tenure.client.informer.ReconcileQueue;
import dev.tenure.controllers.workload.ConcernedRule;
import dev.tenure.controllers.workload.SelectedPods;
import dev.tenure.controllers.workload.SelectorGroups;
import dev.tenure.model.core.Pod;
import dev.tenure.model.meta.ApiRequest.Body;
import dev.tenure.model.meta.LabelSelector;
import dev.tenure.model.meta.ObjectKey;
import dev.tenure.model.meta.OwnerReference;
import dev.tenure.model.meta.ResourceType;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.model.policy.PodDisruptionBudget;
import dev.tenure.rules.budget.BudgetRule;
import dev.tenure.rules.budget.BudgetRule.Grants;
import dev.tenure.runtime.loop.EventLoop;
import dev.tenure.wire.json.Document;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.ObjectNode;
import dev.tenure.wire.json.go.GoSelector;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;

/// The shell of disruption budgets: counts the pods of each budget anew when one of them or the budget
/// changes, and writes the result against the revision it was worked out from, so that a grant that came in
/// between is never overwritten. Every method runs on its loop.
public final class DisruptionLoop {
    /// The name of the controller and of its flag; its Events carry [#EVENT_SOURCE].
    public static final String NAME = "disruption-controller";

    private static final String EVENT_SOURCE = "controllermanager";
    private static final int WORKERS_MAX = 50;
    private static final Duration A_MOMENT = Duration.ofMillis(1);

    private static final SelectorGroups BY_SELECTOR =
            new SelectorGroups(budget -> budget.view(PodDisruptionBudget.class).selector());

    private final EventLoop loop;
    private final ClusterClient client;
    private final EventRecorder events;
    private final AskedSizes asked;
    private final FollowedSizes followed;
    private final Informer budgets;
    private final Informer pods;
    private final SelectedPods selected;
    private final ReconcileQueue<ObjectKey> queue;
    private final ReconcileQueue<ObjectKey> staleConditions;
    private final GrantSightings sightings = new GrantSightings();

    /// @param types kinds that the API serves, for pods whose controllers are of none of the usual kinds
    public DisruptionLoop(ControllerContext context, List<ResourceType> types) {
        this.loop = context.loop();
        this.client = context.client();
        this.events = new EventRecorder(loop, client, EVENT_SOURCE);
        this.asked = new AskedSizes(client, types);
        // a change of size comes to be seen with the pods that it brings or takes, as upstream
        this.followed = new FollowedSizes(context.informers(), new CompletionHandler(this::beginWhenSynced));
        this.budgets = context.informers().all(ResourceTypes.POD_DISRUPTION_BUDGETS, new BudgetChanges());
        this.pods = context.informers().all(ResourceTypes.PODS, new PodChanges());
        this.selected = new SelectedPods(pods);
        this.queue = new ReconcileQueue<>(loop, NAME, WORKERS_MAX, this::plan);
        this.staleConditions = new ReconcileQueue<>(loop, NAME + "-stale", WORKERS_MAX, this::forgetCondition);
    }

    /// Begins to work; to be called on the loop, once.
    public void start() {
        followed.start();
        budgets.start();
        pods.start();
    }

    private void beginWhenSynced() {
        if (followed.synced() && budgets.hasSynced() && pods.hasSynced()) {
            queue.start();
            staleConditions.start();
        }
    }

    private Optional<Callable<Boolean>> plan(ObjectKey key) {
        Optional<StoredObject> found = budgets.get(key);
        if (found.isEmpty()) {
            sightings.forget(key);
            return Optional.empty();
        }
        StoredObject stored = found.get();
        PodDisruptionBudget budget = stored.view(PodDisruptionBudget.class);
        List<Pod> covered = budget.selector()
                .map(selector -> select(key.namespace(), selector))
                .orElse(List.of());
        if (covered.isEmpty()) {
            event(stored, EventRecorder.Type.Normal, "NoPods", "No matching pods found");
        }
        Map<String, Instant> granted = sightings.asSeen(key, budget.status().disruptedPods(), loop.time());
        var status = new BudgetStatus(stored, covered, granted, loop.time().wall());
        watchGrants(stored, status.grants());
        Map<String, ControllerSize> known = new HashMap<>();
        if (!BudgetRule.needsScale(budget.bound()) || allKnown(covered, key.namespace(), known)) {
            ExpectedPods expected = ExpectedPodsRule.count(budget.bound(), covered, owner -> size(known, owner));
            reportUnmanaged(stored, covered);
            return write(stored, status.patch(expected));
        }
        return Optional.of(() -> askAndWrite(stored, status, covered, known));
    }

    /// Pods of a namespace that a selector matches, in no order.
    private List<Pod> select(String namespace, LabelSelector selector) {
        var matching = new ArrayList<Pod>();
        for (StoredObject pod : selected.candidates(namespace, selector.exact())) {
            if (selector.matches(pod.header().labels())) {
                matching.add(pod.view(Pod.class));
            }
        }
        return matching;
    }

    private static ControllerSize size(Map<String, ControllerSize> known, OwnerReference owner) {
        return known.getOrDefault(owner.uid(), new ControllerSize.Missing());
    }

    /// Finds the sizes of controllers that need not be asked for.
    ///
    /// @param known takes them, by their uid
    /// @return whether that is all of them
    private boolean allKnown(List<Pod> covered, String namespace, Map<String, ControllerSize> known) {
        boolean all = true;
        for (Pod pod : covered) {
            Optional<OwnerReference> owner = pod.meta().controllerOwner();
            if (owner.isPresent() && !known.containsKey(owner.get().uid())) {
                Optional<ControllerSize.Known> size = followed.find(owner.get(), namespace);
                size.ifPresent(found -> known.put(owner.get().uid(), found));
                all &= size.isPresent();
            }
        }
        return all;
    }

    /// Asks for the sizes that are missing; blocks.
    private boolean askAndWrite(
            StoredObject stored, BudgetStatus status, List<Pod> covered, Map<String, ControllerSize> known) {
        PodDisruptionBudget budget = stored.view(PodDisruptionBudget.class);
        ExpectedPods expected = ExpectedPodsRule.count(
                budget.bound(),
                covered,
                owner -> known.containsKey(owner.uid())
                        ? size(known, owner)
                        : asked.ask(owner, stored.key().namespace()));
        if (expected instanceof ExpectedPods.Uncountable(String why)) {
            loop.post("event", () -> uncountable(stored, why));
        } else {
            loop.post("event", () -> reportUnmanaged(stored, covered));
        }
        Optional<Callable<Boolean>> write = write(stored, status.patch(expected));
        try {
            return write.isEmpty() || write.get().call();
        } catch (Exception e) {
            throw new IllegalStateException(
                    "cannot write budget " + stored.key().qualifiedName(), e);
        }
    }

    private void reportUnmanaged(StoredObject stored, List<Pod> covered) {
        if (UnmanagedPodsRule.applies(stored.view(PodDisruptionBudget.class).bound(), covered)) {
            JsonNode selector = Document.of(stored.content()).at("spec", "selector");
            event(stored, EventRecorder.Type.Warning, "UnmanagedPods", UnmanagedPodsRule.text(GoSelector.of(selector)));
        }
    }

    private void uncountable(StoredObject budget, String why) {
        event(
                budget,
                EventRecorder.Type.Warning,
                "CalculateExpectedPodCountFailed",
                "Failed to calculate the number of expected pods: " + why);
    }

    private Optional<Callable<Boolean>> write(StoredObject budget, Optional<ObjectNode> status) {
        return status.map(patch -> () -> patchStatus(ResourceTypes.POD_DISRUPTION_BUDGETS, budget.key(), patch));
    }

    private boolean patchStatus(ResourceType type, ObjectKey key, ObjectNode patch) {
        var body = new Body(Body.STRATEGIC_MERGE_PATCH, Document.of(patch));
        return client.patch(type, key.namespace(), key.name(), "status", body).succeededOrGone();
    }

    private void watchGrants(StoredObject budget, Grants grants) {
        Instant now = loop.time().wall();
        grants.recheckAt()
                .ifPresent(at ->
                        queue.addAfter(budget.key(), Duration.between(now, at).plus(A_MOMENT)));
        for (String name : grants.overdue()) {
            ObjectKey key = ResourceTypes.PODS.key(budget.key().namespace(), name);
            pods.get(key)
                    .ifPresent(pod -> event(
                            pod,
                            EventRecorder.Type.Warning,
                            "NotDeleted",
                            "Pod was expected by PDB %s to be deleted but it wasn't"
                                    .formatted(budget.key().qualifiedName())));
        }
    }

    private Optional<Callable<Boolean>> forgetCondition(ObjectKey key) {
        Optional<StoredObject> pod = pods.get(key);
        Optional<Instant> staleFrom =
                pod.flatMap(found -> StaleDisruptionRule.staleFrom(found.view(Pod.class), loop.time()::asOfNow));
        if (pod.isEmpty() || staleFrom.isEmpty()) {
            return Optional.empty();
        }
        Instant now = loop.time().wall();
        if (staleFrom.get().isAfter(now)) {
            staleConditions.addAfter(key, Duration.between(now, staleFrom.get()));
            return Optional.empty();
        }
        ObjectNode patch = Json.object();
        patch.putObject("metadata")
                .put("resourceVersion", Long.toString(pod.get().revision()));
        patch.putObject("status")
                .putArray("conditions")
                .addObject()
                .put("type", Pod.DISRUPTION_TARGET)
                .put("status", "False")
                .put("lastTransitionTime", now.truncatedTo(ChronoUnit.SECONDS).toString());
        return Optional.of(() -> patchStatus(ResourceTypes.PODS, key, patch));
    }

    private void event(StoredObject about, EventRecorder.Type type, String reason, String message) {
        boolean pod = about.key().resource().equals(ResourceTypes.PODS.resource());
        ResourceType kind = pod ? ResourceTypes.PODS : ResourceTypes.POD_DISRUPTION_BUDGETS;
        var involved = InvolvedObject.of(kind, about);
        events.record(involved, type, reason, message);
    }

    /// Budgets that cover a pod, by name.
    private List<StoredObject> covering(StoredObject pod) {
        return BY_SELECTOR.selecting(budgets, pod).stream()
                .sorted(Comparator.comparing(budget -> budget.key().name()))
                .toList();
    }

    private final class BudgetChanges implements InformerHandler {
        @Override
        public void changed(Optional<StoredObject> before, StoredObject after) {
            queue.add(after.key());
        }

        @Override
        public void deleted(StoredObject last) {
            // nothing is kept of a budget
        }

        @Override
        public void synced() {
            beginWhenSynced();
        }
    }

    private final class PodChanges implements InformerHandler {
        @Override
        public void changed(Optional<StoredObject> before, StoredObject after) {
            if (before.isEmpty() || ConcernedRule.counts(before.get(), after)) {
                before.filter(old ->
                                !old.header().labels().equals(after.header().labels()))
                        .ifPresent(old -> covering(old).forEach(budget -> queue.add(budget.key())));
                wakeCovering(after);
            }
            if (StaleDisruptionRule.staleFrom(after.view(Pod.class), loop.time()::asOfNow)
                    .isPresent()) {
                staleConditions.add(after.key());
            }
        }

        private void wakeCovering(StoredObject pod) {
            List<StoredObject> covering = covering(pod);
            covering.forEach(budget -> queue.add(budget.key()));
            if (covering.size() > 1) {
                severalBudgets(pod, covering.getFirst());
            }
        }

        private void severalBudgets(StoredObject pod, StoredObject first) {
            event(
                    pod,
                    EventRecorder.Type.Warning,
                    "MultiplePodDisruptionBudgets",
                    "Pod \"%s\"/\"%s\" matches multiple PodDisruptionBudgets.  Chose \"%s\" arbitrarily."
                            .formatted(
                                    pod.key().namespace(),
                                    pod.key().name(),
                                    first.key().name()));
        }

        @Override
        public void deleted(StoredObject last) {
            covering(last).forEach(budget -> queue.add(budget.key()));
        }

        @Override
        public void synced() {
            beginWhenSynced();
        }
    }
}
