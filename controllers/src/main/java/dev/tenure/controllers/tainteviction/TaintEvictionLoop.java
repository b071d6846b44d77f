package dev.tenure.controllers.tainteviction;

import dev.tenure.client.ClusterClient;
import dev.tenure.client.events.EventRecorder;
import dev.tenure.client.informer.ControllerContext;
import dev.tenure.client.informer.Informer;
import dev.tenure.client.informer.InformerHandler;
import dev.tenure.client.informer.SharedInformers;
import dev.tenure.controllers.tainteviction.TaintedNodes.NodeTaints;
import dev.tenure.controllers.tainteviction.board.AheadMetrics;
import dev.tenure.controllers.tainteviction.board.ComingEviction;
import dev.tenure.controllers.tainteviction.board.EvictionBoard;
import dev.tenure.controllers.tainteviction.hold.EvictionGate;
import dev.tenure.controllers.tainteviction.hold.HoldMetrics;
import dev.tenure.controllers.tainteviction.policy.PolicyState;
import dev.tenure.controllers.tainteviction.policy.PolicyState.Answer;
import dev.tenure.controllers.tainteviction.record.NodeRecord;
import dev.tenure.controllers.tainteviction.record.RecordKeeper;
import dev.tenure.controllers.tainteviction.record.Sightings;
import dev.tenure.controllers.tainteviction.stay.CompatPlan;
import dev.tenure.controllers.tainteviction.stay.DocumentedPlan;
import dev.tenure.controllers.tainteviction.stay.DueTaints;
import dev.tenure.controllers.tainteviction.stay.EvictionOrder;
import dev.tenure.controllers.tainteviction.stay.Newcomers;
import dev.tenure.controllers.tainteviction.stay.Semantics;
import dev.tenure.controllers.tainteviction.stay.StayPlan;
import dev.tenure.controllers.workload.DeviceEvictions;
import dev.tenure.controllers.workload.EvictionMetrics;
import dev.tenure.controllers.workload.PodGroups;
import dev.tenure.model.core.Node;
import dev.tenure.model.core.Pod;
import dev.tenure.model.core.Taint;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.rules.taint.StandingPod;
import dev.tenure.rules.taint.TaintMatcher;
import dev.tenure.runtime.loop.EventLoop;
import dev.tenure.runtime.time.Tick;
import dev.tenure.wire.json.JsonNode;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The shell of taint eviction: follows nodes and pods, asks the plan of its semantics, sends the evictions
/// that are due. Every method runs on its loop. An alarm is a question: what is due is judged again by the
/// pod that stands in the API when the eviction is carried out.
public final class TaintEvictionLoop {
    /// The name of the controller, of its flag and of its Events.
    public static final String NAME = "taint-eviction-controller";

    private static final String ALARM = "taint-eviction";
    private static final int EVICTIONS_PER_WAKE_MAX = 500;
    private static final String CLOCK_ALARM = "taint-eviction-clock";
    private static final Duration CLOCK_CHECK_EVERY = Duration.ofSeconds(1);

    /// The settings of the controller.
    ///
    /// @param comparisonOperators whether the operators Lt and Gt match
    /// @param goesOn whether it goes on for a controller that has looked on until now: stays that run already
    /// then count from when they began, as far as taints and pods tell, whatever the semantics
    /// @param expressions runs those of policies
    public record Configuration(
            Semantics semantics, boolean comparisonOperators, boolean goesOn, TaintMatcher expressions) {
        /// Of a controller that begins, and whose policies have no expressions.
        public Configuration(Semantics semantics, boolean comparisonOperators) {
            this(semantics, comparisonOperators, false, TaintMatcher.NONE);
        }
    }

    /// What the controller counts.
    public record Metrics(EvictionMetrics evictions, HoldMetrics holds, AheadMetrics ahead) {
        /// To be called once for each registry.
        public static Metrics in(PrometheusRegistry registry) {
            return new Metrics(
                    EvictionMetrics.ofNodes(registry), new HoldMetrics(registry), new AheadMetrics(registry));
        }
    }

    private final EventLoop loop;
    private final Semantics semantics;
    private final StayPlan plan;
    private final EvictionSender sender;
    private final RecordKeeper records;
    private final TaintStarts times;
    private final EvictionBoard board;
    private final EvictionJournal journal;
    private final Optional<EvictionGate> gate;
    private final Informer nodes;
    private final Informer pods;
    private final Informer recordObjects;
    private final TaintedNodes tainted = new TaintedNodes();
    private final PolicyState policies;
    private final Newcomers newcomers;
    private boolean begun;

    /// One whose servers go by the same clock.
    public TaintEvictionLoop(ControllerContext context, Configuration configuration, Metrics metrics) {
        this(context, configuration, metrics, Optional.empty(), new DeviceEvictions());
    }

    /// @param sightings by the same informers, since before this began: they count more than what servers
    ///     with other clocks write; absent where servers go by this clock
    /// @param devices the evictions because of devices, which are shown and remembered with the others
    public TaintEvictionLoop(
            ControllerContext context,
            Configuration configuration,
            Metrics metrics,
            Optional<Sightings> sightings,
            DeviceEvictions devices) {
        this.loop = context.loop();
        ClusterClient client = context.client();
        SharedInformers informers = context.informers();
        this.semantics = configuration.semantics();
        this.policies = new PolicyState(tainted, configuration.expressions());
        var events = new EventRecorder(loop, client, NAME);
        var announcements = new EvictionAnnouncements(loop, events);
        this.records = new RecordKeeper(loop, client);
        this.times = new TaintStarts(loop.time(), configuration, records, sightings);
        this.sender = new EvictionSender(
                loop, new PodEvictor(client, semantics), announcements, metrics.evictions(), new Sent());
        this.newcomers = new Newcomers(loop.time());
        Optional<DocumentedPlan> documented = semantics == Semantics.DOCUMENTED
                ? Optional.of(new DocumentedPlan(
                        loop.time(),
                        configuration.comparisonOperators(),
                        policies,
                        newcomers,
                        announcements::cancelled))
                : Optional.empty();
        this.plan = documented.isPresent()
                ? documented.get()
                : new CompatPlan(
                        loop.time(),
                        configuration.comparisonOperators(),
                        configuration.goesOn(),
                        announcements::cancelled);
        var reports = new EvictionGate.Reports(metrics.holds(), events);
        this.gate = documented.map(
                own -> new EvictionGate(context, policies, new GateOf(own, announcements), sender::evict, reports));
        this.board = new EvictionBoard(loop, plan::coming, this::shownGate, devices, metrics.ahead());
        this.nodes = informers.all(ResourceTypes.NODES, new NodeChanges());
        this.pods = PodGroups.bound(informers, new PodChanges());
        this.journal =
                new EvictionJournal(loop.time(), board, records, name -> nodes.get(ResourceTypes.NODES.key("", name)));
        this.recordObjects = informers.part(NodeRecord.ALL, NodeRecord::is, new RecordChanges());
    }

    /// Begins to work; to be called on the loop, once.
    public void start() {
        gate.ifPresent(EvictionGate::start);
        recordObjects.start();
        nodes.start();
        pods.start();
    }

    /// The evictions that lie ahead, earliest first, as of at most a quarter of a second ago, or two seconds
    /// when they are 100,000, those because of devices of a second more; may be asked from any thread.
    public List<ComingEviction> coming() {
        return board.coming();
    }

    /// What lies ahead and what is past, as JSON; may be asked from any thread. See [EvictionPage].
    ///
    /// @param query parameters of the request, by name
    public JsonNode page(Map<String, List<String>> query) {
        return board.page(query, semantics);
    }

    private void beginWhenSynced() {
        if (begun || !nodes.hasSynced() || !pods.hasSynced() || !recordObjects.hasSynced() || !policiesKnown()) {
            return;
        }
        begun = true;
        recordObjects.stop();
        times.begin();
        board.load(records.ledger());
        Collection<StoredObject> all = pods.all();
        gate.ifPresent(one -> one.begin(all));
        all.forEach(journal::catchUp);
        all.forEach(this::seen);
        board.changed();
        nodes.all().forEach(node -> found(node.view(Node.class)));
        plan.begun();
        times.begun();
        watchTheClock();
        setAlarm();
    }

    private boolean policiesKnown() {
        return gate.filter(one -> !one.known()).isEmpty();
    }

    private EvictionBoard.AtGate shownGate() {
        return gate.map(one -> new EvictionBoard.AtGate(one.heldEvictions(), one.policies(), tainted.ends()))
                .orElseGet(() -> new EvictionBoard.AtGate(List.of(), List.of(), tainted.ends()));
    }

    private void comes(StoredObject pod) {
        seen(pod);
        if (beyondNoExecute(pod.view(Pod.class).spec().nodeName())) {
            newcomers.comes(pod);
        }
    }

    private boolean beyondNoExecute(String node) {
        return tainted.find(node).filter(NodeTaints::beyondNoExecute).isPresent();
    }

    private void seen(StoredObject pod) {
        times.seen(pod).ifPresent(tick -> plan.arrived(pod, tick));
    }

    /// A node that is there at the beginning, when nothing is planned that could be released.
    private void found(Node node) {
        List<Taint> counted = TaintedNodes.counted(node, policies::makesSomeLeave);
        remember(node, counted);
        tainted.put(node, counted);
        tainted.ends(node, counted);
        if (!counted.isEmpty()) {
            standing(node.name()).forEach(this::evaluate);
        }
    }

    private void nodeChanged(Node node, boolean added) {
        List<Taint> counted = TaintedNodes.counted(node, policies::makesSomeLeave);
        if (tainted.ends(node, counted)) {
            board.changed();
        }
        Optional<NodeTaints> before = tainted.find(node.name());
        boolean same = before.isEmpty()
                ? counted.isEmpty() && !added
                : before.get().taints().equals(counted)
                        && before.get().uid().equals(node.meta().uid());
        if (same) {
            return;
        }
        remember(node, counted);
        tainted.put(node, counted);
        gate.ifPresent(one -> one.nodeChanged(standing(node.name())));
        if (counted.isEmpty()) {
            standing(node.name()).forEach(plan::release);
            board.changed();
        } else {
            standing(node.name()).forEach(this::evaluate);
        }
    }

    private void remember(Node node, List<Taint> counted) {
        noticeSteps();
        if (TaintedNodes.beyondNoExecute(counted)) {
            standing(node.name()).forEach(pod -> newcomers.stands(pod, times.seen(pod)));
        }
        times.remember(node, counted);
    }

    private void evaluate(StoredObject stored) {
        noticeSteps();
        String nodeName = stored.view(Pod.class).spec().nodeName();
        tainted.find(nodeName).ifPresent(node -> {
            board.changed();
            plan.evaluate(stored, times.since(nodeName, node));
        });
    }

    private void evaluateAll() {
        tainted.those().forEach(node -> standing(node).forEach(this::evaluate));
    }

    private Collection<StoredObject> standing(String node) {
        return pods.in(PodGroups.BY_NODE, node);
    }

    private void podChanged(Optional<StoredObject> before, StoredObject after) {
        Pod pod = after.view(Pod.class);
        if (begun && before.filter(b -> same(b.view(Pod.class), pod)).isEmpty()) {
            if (before.map(b -> b.view(Pod.class).spec().nodeName())
                    .filter(pod.spec().nodeName()::equals)
                    .isEmpty()) {
                comes(after);
            }
            evaluate(after);
        }
        gate.filter(_ -> begun).ifPresent(one -> one.podChanged(after));
        if (begun
                && EvictionJournal.leaves(pod)
                && before.filter(b -> EvictionJournal.leaves(b.view(Pod.class))).isEmpty()) {
            toldByItself(after);
        }
    }

    /// Whether nothing has changed of a pod that its stay may depend on.
    private boolean same(Pod before, Pod after) {
        return before.spec().nodeName().equals(after.spec().nodeName())
                && before.spec().tolerations().equals(after.spec().tolerations())
                && (semantics == Semantics.KUBERNETES_1_36
                        || (before.meta().deleting() == after.meta().deleting()
                                && before.meta().labels().equals(after.meta().labels())))
                && (!beyondNoExecute(after.spec().nodeName())
                        || StandingPod.of(before, StandingPod.ALL).equals(StandingPod.of(after, StandingPod.ALL)));
    }

    /// Unless it leaves because this controller asked the eviction API, which tells of itself as the cause.
    private void toldByItself(StoredObject pod) {
        if (!sender.askedFor(pod.uid())) {
            journal.left(pod);
        }
    }

    private void podDeleted(StoredObject last) {
        if (begun && !EvictionJournal.leaves(last.view(Pod.class))) {
            toldByItself(last);
        }
        board.changed();
        gate.ifPresent(one -> one.podDeleted(last));
        plan.forget(last);
        newcomers.forget(last);
        sender.forget(last.uid());
    }

    private void wake() {
        noticeSteps();
        Tick now = loop.time().now();
        if (gate.filter(EvictionGate::holds).isPresent()) {
            gate.get().admitAll(plan.takeDue(now, Integer.MAX_VALUE));
        } else {
            plan.takeDue(now, EVICTIONS_PER_WAKE_MAX).forEach(order -> sender.evict(order, Answer.Go.FREELY));
        }
        board.changed();
        setAlarm();
    }

    private void setAlarm() {
        plan.nextDeadline().ifPresentOrElse(due -> loop.alarm(ALARM, due, this::wake), () -> loop.cancel(ALARM));
    }

    private void batchEnded() {
        if (!begun) {
            beginWhenSynced();
        } else {
            gate.ifPresent(EvictionGate::batchEnded);
            setAlarm();
        }
    }

    private void watchTheClock() {
        noticeSteps();
        board.lookAtDevices();
        loop.alarm(CLOCK_ALARM, loop.time().now().plus(CLOCK_CHECK_EVERY), this::watchTheClock);
    }

    /// When the wall clock is stepped, the starts of stays are told by the clock as it goes now, and so are
    /// the deadlines: the moments at which pods leave stay what they were, after a restart too.
    private void noticeSteps() {
        if (times.stepped()) {
            evaluateAll();
            setAlarm();
        }
    }

    private final class Sent implements EvictionSender.Principal {
        @Override
        public boolean stands(EvictionOrder order) {
            return plan.stands(order);
        }

        @Override
        public void ended(EvictionOrder order, Answer.Go go, PodEvictor.Result result) {
            if (result instanceof PodEvictor.Result.Refused(var why)) {
                gate.ifPresent(one -> one.refused(order, go, why));
            } else {
                if (result instanceof PodEvictor.Result.Evicted) {
                    journal.note(ComingEviction.past(
                            order,
                            gate.map(EvictionGate::policies).orElse(List.of()),
                            loop.time().wall()));
                }
                plan.ended(order, result instanceof PodEvictor.Result.Failed);
                gate.ifPresent(one -> one.settled(order, go));
            }
            setAlarm();
        }
    }

    private final class GateOf implements EvictionGate.Plan {
        private final DocumentedPlan documented;
        private final EvictionAnnouncements announcements;

        GateOf(DocumentedPlan documented, EvictionAnnouncements announcements) {
            this.documented = documented;
            this.announcements = announcements;
        }

        @Override
        public boolean stands(EvictionOrder order) {
            return documented.stands(order);
        }

        @Override
        public StoredObject present(EvictionOrder order) {
            return pods.get(order.pod().key())
                    .filter(pod -> pod.uid().equals(order.pod().uid()))
                    .orElse(order.pod());
        }

        @Override
        public DueTaints due(StoredObject pod) {
            String name = pod.view(Pod.class).spec().nodeName();
            return tainted.find(name)
                    .map(node -> documented.due(pod, times.since(name, node)))
                    .orElse(DueTaints.NONE);
        }

        @Override
        public void changed() {
            board.changed();
        }

        @Override
        public void staysChanged() {
            if (begun) {
                nodes.all().forEach(node -> nodeChanged(node.view(Node.class), false));
                evaluateAll();
                setAlarm();
            }
        }

        @Override
        public void known() {
            TaintEvictionLoop.this.batchEnded();
        }

        @Override
        public Informer pods() {
            return pods;
        }

        @Override
        public boolean nodeThere(String node) {
            return tainted.there(node);
        }

        @Override
        public void announce(StoredObject pod, String message) {
            announcements.replacement(pod, message);
        }
    }

    private abstract class Changes implements InformerHandler {
        @Override
        public void batchEnded() {
            TaintEvictionLoop.this.batchEnded();
        }
    }

    private final class NodeChanges extends Changes {
        @Override
        public void changed(Optional<StoredObject> before, StoredObject after) {
            if (begun) {
                nodeChanged(after.view(Node.class), before.isEmpty());
            }
        }

        /// Timers of the pods of a node that is gone run on, as upstream's do.
        @Override
        public void deleted(StoredObject last) {
            tainted.remove(last.key().name());
            records.forget(last.key().name());
            gate.ifPresent(one -> one.nodeChanged(standing(last.key().name())));
        }
    }

    private final class PodChanges extends Changes {
        @Override
        public void changed(Optional<StoredObject> before, StoredObject after) {
            podChanged(before, after);
        }

        @Override
        public void deleted(StoredObject last) {
            podDeleted(last);
        }
    }

    private final class RecordChanges extends Changes {
        @Override
        public void changed(Optional<StoredObject> before, StoredObject after) {
            records.load(after, semantics);
        }

        /// The next change of the node writes its record again.
        @Override
        public void deleted(StoredObject last) {}
    }
}
