package dev.tenure.controllers.nodereadiness;

import dev.tenure.client.ClusterClient;
import dev.tenure.client.events.EventRecorder;
import dev.tenure.client.events.InvolvedObject;
import dev.tenure.client.informer.ControllerContext;
import dev.tenure.client.informer.Informer;
import dev.tenure.client.informer.InformerHandler;
import dev.tenure.client.informer.ReconcileQueue;
import dev.tenure.controllers.node.TaintsShape;
import dev.tenure.controllers.nodereadiness.ReadinessTaintRule.Change;
import dev.tenure.controllers.nodereadiness.ReadinessTaintRule.Plan;
import dev.tenure.model.core.Node;
import dev.tenure.model.core.Pod;
import dev.tenure.model.core.Taint;
import dev.tenure.model.meta.ApiReply;
import dev.tenure.model.meta.ApiRequest.Body;
import dev.tenure.model.meta.ResourceType;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.runtime.loop.EventLoop;
import dev.tenure.wire.json.ArrayNode;
import dev.tenure.wire.json.Document;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.ObjectNode;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.stream.Stream;

/// The shell of node readiness: sets and takes away the taints that NodeReadinessRules ask for. A node is
/// written by a patch of the revision that was looked at, so that whoever else writes its taints is not
/// undone. It waits where the kind is not defined. Every method runs on its loop. Upstream:
/// nodereadinessrule_controller.go, node_controller.go.
public final class NodeReadinessLoop {
    /// The name of the controller and of its flag.
    public static final String NAME = "node-readiness-controller";

    private static final int NODES_AT_ONCE = 20;
    private static final int RULES_AT_ONCE = 2;

    private final EventLoop loop;
    private final ClusterClient client;
    private final EventRecorder events;
    private final ReadinessMetrics metrics;
    private final ReadinessState state;
    private final RuleStatusKeeper statuses;
    private final ReconcileQueue<String> nodeQueue;
    private final ReconcileQueue<String> ruleQueue;
    private final Informer nodes;
    private final Informer rules;
    private final Informer pods;
    /// What is being written to nodes and has not been seen on them yet, by their names.
    private final Map<String, Plan> underWay = new HashMap<>();
    /// Pairs of rules of which it was told that they keep the same taint.
    private final Set<List<String>> conflicts = new HashSet<>();
    private boolean podsFollowed;
    private boolean roomMayHaveChanged;

    public NodeReadinessLoop(ControllerContext context, ReadinessMetrics metrics) {
        this.loop = context.loop();
        this.client = context.client();
        this.metrics = metrics;
        this.events = new EventRecorder(loop, client, NAME);
        this.state = new ReadinessState(this::nodeViews);
        this.nodeQueue = new ReconcileQueue<>(loop, NAME, NODES_AT_ONCE, this::planNode);
        this.ruleQueue = new ReconcileQueue<>(loop, NAME + "-rules", RULES_AT_ONCE, this::planRule);
        this.nodes = context.informers().all(ResourceTypes.NODES, new NodeChanges());
        this.rules = context.informers().all(ReadinessTypes.RULES, new RuleChanges());
        this.pods = context.informers().all(ResourceTypes.PODS, new PodChanges());
        this.statuses = new RuleStatusKeeper(
                loop,
                client,
                events,
                metrics,
                new RuleStatusKeeper.Sources(state, rules::all, this::nodeViews, this::podViews));
    }

    /// Begins to work; to be called on the loop, once.
    public void start() {
        nodes.start();
        rules.start();
    }

    private Stream<Node> nodeViews() {
        return nodes.all().stream().map(node -> node.view(Node.class));
    }

    private Stream<Pod> podViews() {
        return pods.all().stream().map(pod -> pod.view(Pod.class));
    }

    private void beginWhenSynced() {
        if (nodes.hasSynced() && rules.hasSynced()) {
            nodeQueue.start();
            ruleQueue.start();
        }
    }

    private Optional<Callable<Boolean>> planNode(String name) {
        underWay.remove(name);
        Optional<StoredObject> stored = nodes.get(ResourceTypes.NODES.key("", name));
        if (stored.isEmpty()) {
            return Optional.empty();
        }
        Node node = stored.get().view(Node.class);
        Instant now = loop.time().wall();
        Plan plan = ReadinessTaintRule.decide(node, state.rules(), state, now);
        plan.again().ifPresent(at -> nodeQueue.addAfter(name, Duration.between(now, at)));
        if (plan.isEmpty()) {
            return Optional.empty();
        }
        underWay.put(name, plan);
        ObjectNode patch = patch(stored.get(), plan);
        return Optional.of(() -> patched(ResourceTypes.NODES, name, patch));
    }

    private static ObjectNode patch(StoredObject stored, Plan plan) {
        Node node = stored.view(Node.class);
        ObjectNode patch =
                plan.changes().isEmpty() ? unchanged(stored) : TaintsShape.patch(stored.revision(), plan.taints(node));
        if (!plan.done().isEmpty()) {
            ObjectNode annotations = patch.withObject("/metadata").putObject("annotations");
            plan.done().forEach(annotations::put);
        }
        return patch;
    }

    /// A patch that holds for this revision only, with nothing in it yet.
    private static ObjectNode unchanged(StoredObject stored) {
        ObjectNode patch = Json.object();
        patch.putObject("metadata").put("resourceVersion", Long.toString(stored.revision()));
        return patch;
    }

    private boolean patched(ResourceType type, String name, ObjectNode patch) {
        ApiReply reply = client.patch(type, "", name, "", new Body(Body.MERGE_PATCH, Document.of(patch)));
        return reply.succeededOrGone();
    }

    /// A rule gets its finalizer before it is in force, and loses it when its taints are gone.
    private Optional<Callable<Boolean>> planRule(String name) {
        Optional<NodeReadinessRule> known = state.rule(name);
        Optional<StoredObject> stored = rules.get(ReadinessTypes.RULES.key("", name));
        if (known.isEmpty() || stored.isEmpty()) {
            return Optional.empty();
        }
        NodeReadinessRule rule = known.get();
        boolean adds = !rule.dryRun() && !rule.meta().deleting() && !rule.finalized();
        if (!adds && !(rule.leaving() && !state.hasToClean(rule))) {
            return Optional.empty();
        }
        ObjectNode patch = unchanged(stored.get());
        ArrayNode finalizers = patch.withObject("/metadata").putArray("finalizers");
        rule.meta().finalizers().stream()
                .filter(each -> !each.equals(NodeReadinessRule.FINALIZER))
                .forEach(finalizers::add);
        if (adds) {
            finalizers.add(NodeReadinessRule.FINALIZER);
        }
        return Optional.of(() -> patched(ReadinessTypes.RULES, name, patch));
    }

    private void nodeChanged(StoredObject stored) {
        Node node = stored.view(Node.class);
        tellWhatWasDone(stored, node);
        state.concerned(node).forEach(statuses::changed);
        lookAt(stored);
        takenUp();
    }

    /// Has the rules see a node, and the node looked at.
    private void lookAt(StoredObject stored) {
        state.seen(stored.view(Node.class)).forEach(rule -> tellAdopted(stored, rule));
        nodeQueue.add(stored.key().name());
    }

    /// Has one rule see a node, and the node looked at, if the rule has or had to do with it.
    private void lookAt(StoredObject stored, NodeReadinessRule rule) {
        Node node = stored.view(Node.class);
        if (rule.isAbout(node) || state.formerly(rule, node)) {
            if (state.seenBy(rule.name(), node)) {
                tellAdopted(stored, rule);
            }
            nodeQueue.add(stored.key().name());
        }
    }

    private void tellAdopted(StoredObject stored, NodeReadinessRule rule) {
        tell(stored, "TaintAdopted", "Taint '%s:%s' is now managed by rule '%s'", rule.taint(), rule.name());
    }

    /// What follows whenever a node or a rule is another.
    private void takenUp() {
        roomMayHaveChanged = true;
        state.rules().stream().filter(NodeReadinessRule::leaving).forEach(rule -> ruleQueue.add(rule.name()));
    }

    /// Tells of a write once the node shows it. Until then others may write the node, too.
    private void tellWhatWasDone(StoredObject stored, Node node) {
        Plan plan = underWay.get(node.name());
        if (plan == null || !plan.isSeenOn(node)) {
            return;
        }
        underWay.remove(node.name());
        for (Change change : plan.changes()) {
            String reason = change.add() ? "TaintAdded" : "TaintRemoved";
            String text = change.add() ? "Taint '%s:%s' added by rule '%s'" : "Taint '%s:%s' removed by rule '%s'";
            tell(stored, reason, text, change.taint(), change.rule());
            count(change, node);
        }
        state.rules().stream()
                .filter(rule -> plan.done().containsKey(rule.doneKey()))
                .forEach(rule -> metrics.bootstrapped(rule.name()));
    }

    private void count(Change change, Node node) {
        metrics.changed(change);
        state.rule(change.rule())
                .flatMap(rule -> rule.lastChange(node))
                .ifPresent(at ->
                        metrics.changed(change, Duration.between(at, loop.time().wall())));
    }

    private void tell(StoredObject node, String reason, String text, Taint taint, String rule) {
        events.record(
                InvolvedObject.of(ResourceTypes.NODES, node),
                EventRecorder.Type.Normal,
                reason,
                text.formatted(taint.key(), taint.effect(), rule));
    }

    private void ruleChanged(StoredObject stored) {
        Optional<NodeReadinessRule> known = state.rule(stored.key().name());
        known.ifPresentOrElse(
                rule -> nodes.all().forEach(node -> lookAt(node, rule)),
                () -> nodes.all().forEach(node -> nodeQueue.add(node.key().name())));
        ruleQueue.add(stored.key().name());
        statuses.changed(stored.key().name());
        takenUp();
        if (known.filter(NodeReadinessRule::needsPods).isPresent() && !podsFollowed) {
            podsFollowed = true;
            pods.start();
        }
        known.filter(NodeReadinessRule::inForce)
                .ifPresent(rule -> state.conflict(rule)
                        .filter(other -> conflicts.add(
                                Stream.of(rule.name(), other).sorted().toList()))
                        .ifPresent(other -> events.record(
                                InvolvedObject.of(ReadinessTypes.RULES, stored),
                                EventRecorder.Type.Warning,
                                "ConflictingRules",
                                "rule '%s' keeps %s on some of its nodes, too: there it goes when both are content"
                                        .formatted(other, rule.taint()))));
    }

    private final class NodeChanges implements InformerHandler {
        @Override
        public void changed(Optional<StoredObject> before, StoredObject after) {
            if (!state.isEmpty()
                    && (before.isEmpty() || NodeSigns.differ(before.get().view(Node.class), after.view(Node.class)))) {
                nodeChanged(after);
            }
        }

        @Override
        public void deleted(StoredObject last) {
            state.concerned(last.view(Node.class)).forEach(statuses::changed);
            state.gone(last.key().name());
            underWay.remove(last.key().name());
            takenUp();
        }

        @Override
        public void batchEnded() {
            if (roomMayHaveChanged) {
                roomMayHaveChanged = false;
                state.rules().stream()
                        .flatMap(rule -> state.newlyAllowed(rule).stream())
                        .forEach(nodeQueue::add);
            }
        }

        @Override
        public void synced() {
            beginWhenSynced();
        }
    }

    private final class RuleChanges implements InformerHandler {
        @Override
        public void changed(Optional<StoredObject> before, StoredObject after) {
            if (state.put(after)) {
                ruleChanged(after);
            }
        }

        @Override
        public void deleted(StoredObject last) {
            String name = last.key().name();
            state.remove(name);
            statuses.gone(name);
            conflicts.removeIf(pair -> pair.contains(name));
            takenUp();
        }

        @Override
        public void synced() {
            beginWhenSynced();
        }
    }

    /// Pods count for dry runs only.
    private final class PodChanges implements InformerHandler {
        @Override
        public void changed(Optional<StoredObject> before, StoredObject after) {
            podsChanged();
        }

        @Override
        public void deleted(StoredObject last) {
            podsChanged();
        }

        private void podsChanged() {
            state.rules().stream().filter(NodeReadinessRule::needsPods).forEach(rule -> statuses.changed(rule.name()));
        }
    }
}
