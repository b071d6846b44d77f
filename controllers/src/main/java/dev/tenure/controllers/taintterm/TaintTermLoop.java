package dev.tenure.controllers.taintterm;

import dev.tenure.client.ClusterClient;
import dev.tenure.client.events.EventRecorder;
import dev.tenure.client.events.InvolvedObject;
import dev.tenure.client.informer.ControllerContext;
import dev.tenure.client.informer.Informer;
import dev.tenure.client.informer.InformerHandler;
import dev.tenure.client.informer.ReconcileQueue;
import dev.tenure.controllers.node.TaintsShape;
import dev.tenure.controllers.taintterm.TaintTermRule.Plan;
import dev.tenure.model.core.Node;
import dev.tenure.model.meta.ApiRequest.Body;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.rules.taint.PastTaintTerm;
import dev.tenure.rules.taint.TaintTerm;
import dev.tenure.rules.taint.TaintTerms;
import dev.tenure.runtime.loop.EventLoop;
import dev.tenure.wire.json.Document;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.ObjectNode;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;

/// The shell of the terms of taints: takes a taint away when its time is over. Taint, term and what is
/// remembered of it go in one patch of the revision that was looked at, so that nobody who writes the node
/// meanwhile is undone. All that counts stands on the node, so that a restart or another leader changes
/// nothing. Every method runs on its loop.
public final class TaintTermLoop {
    /// The name of the controller and of its flag.
    public static final String NAME = "taint-term-controller";

    private static final int NODES_AT_ONCE = 20;
    /// A step of the wall clock shows after so long at the latest.
    private static final Duration LOOK_EVERY = Duration.ofSeconds(15);

    private final EventLoop loop;
    private final ClusterClient client;
    private final EventRecorder events;
    private final TermMetrics metrics;
    private final TermSightings sightings = new TermSightings();
    private final ReconcileQueue<String> queue;
    private final Informer nodes;

    public TaintTermLoop(ControllerContext context, TermMetrics metrics) {
        this.loop = context.loop();
        this.client = context.client();
        this.metrics = metrics;
        this.events = new EventRecorder(loop, client, NAME);
        this.queue = new ReconcileQueue<>(loop, NAME, NODES_AT_ONCE, this::planNode);
        this.nodes = context.informers().all(ResourceTypes.NODES, new NodeChanges());
    }

    /// Begins to work; to be called on the loop, once.
    public void start() {
        nodes.start();
    }

    private Optional<Callable<Boolean>> planNode(String name) {
        Optional<StoredObject> stored = nodes.get(ResourceTypes.NODES.key("", name));
        if (stored.isEmpty()) {
            return Optional.empty();
        }
        Node node = stored.get().view(Node.class);
        TaintTerms terms = TaintTerms.of(node);
        Instant now = loop.time().wall();
        Plan plan = TaintTermRule.decide(node, terms, sightings.of(name), now);
        plan.again().ifPresent(at -> queue.addAfter(name, atMost(Duration.between(now, at))));
        if (plan.isEmpty()) {
            return Optional.empty();
        }
        var body = new Body(Body.MERGE_PATCH, Document.of(patch(stored.get(), plan)));
        return Optional.of(
                () -> client.patch(ResourceTypes.NODES, "", name, "", body).succeededOrGone());
    }

    private static Duration atMost(Duration wait) {
        return wait.compareTo(LOOK_EVERY) > 0 ? LOOK_EVERY : wait;
    }

    private static ObjectNode patch(StoredObject stored, Plan plan) {
        Node node = stored.view(Node.class);
        boolean same = plan.taints().equals(node.spec().taints());
        ObjectNode patch = same ? Json.object() : TaintsShape.patch(stored.revision(), plan.taints());
        ObjectNode metadata = patch.withObject("/metadata").put("resourceVersion", Long.toString(stored.revision()));
        ObjectNode annotations = metadata.putObject("annotations");
        plan.over().keySet().forEach(annotations::putNull);
        String past = node.meta().annotations().getOrDefault(PastTaintTerm.ANNOTATION, "");
        annotations.put(
                PastTaintTerm.ANNOTATION,
                PastTaintTerm.remembering(past, List.copyOf(plan.over().values())));
        return patch;
    }

    /// Tells what somebody did to the terms of a node, this controller included, once the node shows it.
    private void tell(StoredObject stored, Node before, Node after) {
        TaintTerms was = TaintTerms.of(before);
        TaintTerms is = TaintTerms.of(after);
        is.readable().forEach((name, term) -> {
            TaintTerm known = was.readable().get(name);
            if (known == null || !known.taint().equals(term.taint())) {
                tell(stored, EventRecorder.Type.Normal, "TaintTermSet", TermWords.set(term));
            } else if (!known.until().equals(term.until())) {
                tell(stored, EventRecorder.Type.Normal, "TaintTermMoved", TermWords.moved(known, term));
            }
        });
        is.unreadable().forEach((name, why) -> {
            if (!was.unreadable().containsKey(name)) {
                tell(stored, EventRecorder.Type.Warning, "TaintTermUnreadable", name + ": " + why);
            }
        });
        var past = new ArrayList<>(past(after));
        past.removeAll(past(before));
        for (PastTaintTerm term : past.reversed()) {
            metrics.over(term.how());
            tell(stored, EventRecorder.Type.Normal, TermWords.reason(term.how()), TermWords.over(term));
        }
    }

    private static List<PastTaintTerm> past(Node node) {
        return PastTaintTerm.parse(node.meta().annotations().getOrDefault(PastTaintTerm.ANNOTATION, ""));
    }

    private void tell(StoredObject node, EventRecorder.Type type, String reason, String message) {
        events.record(InvolvedObject.of(ResourceTypes.NODES, node), type, reason, message);
    }

    private final class NodeChanges implements InformerHandler {
        @Override
        public void changed(Optional<StoredObject> before, StoredObject after) {
            Node node = after.view(Node.class);
            TaintTerms terms = TaintTerms.of(node);
            Optional<Node> was = before.map(one -> one.view(Node.class));
            boolean had = was.filter(one -> !TaintTerms.of(one).isEmpty()).isPresent();
            if (had || !terms.isEmpty()) {
                sightings.see(node, terms, loop.time().wall());
                metrics.are(sightings.size());
                was.ifPresent(one -> tell(after, one, node));
                queue.add(node.name());
            }
        }

        @Override
        public void deleted(StoredObject last) {
            sightings.forget(last.key().name());
            metrics.are(sightings.size());
        }

        @Override
        public void synced() {
            queue.start();
        }
    }
}
