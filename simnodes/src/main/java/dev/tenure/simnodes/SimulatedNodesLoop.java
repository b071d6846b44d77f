package dev.tenure.simnodes;

import dev.tenure.client.ClusterClient;
import dev.tenure.client.events.EventRecorder;
import dev.tenure.client.informer.Informer;
import dev.tenure.client.informer.InformerHandler;
import dev.tenure.kubelet.configuration.NodePools;
import dev.tenure.kubelet.eviction.NodePressureLoop;
import dev.tenure.kubelet.eviction.threshold.PressureCondition;
import dev.tenure.kubelet.heartbeat.HeartbeatTimers;
import dev.tenure.kubelet.heartbeat.LeaseClient;
import dev.tenure.model.core.Node;
import dev.tenure.model.core.Pod;
import dev.tenure.model.meta.ApiRequest.Body;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.model.metrics.ResourceUsage;
import dev.tenure.rules.feature.FeatureGates;
import dev.tenure.rules.node.ManagedNodeRule;
import dev.tenure.rules.node.ManagedNodeRule.Fault;
import dev.tenure.runtime.loop.EventLoop;
import dev.tenure.runtime.time.Tick;
import dev.tenure.wire.json.Document;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.ObjectNode;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// Plays the kubelets of any number of nodes: renews their leases, posts their status, runs their pods.
/// Every method runs on its loop.
public final class SimulatedNodesLoop {
    private static final String EVENT_SOURCE = "kubelet";
    private static final String ALARM = "heartbeats";
    private static final int BEATS_PER_WAKE_MAX = 500;
    /// Beats may come so much early and still count.
    private static final Duration PERIOD_GRAIN = Duration.ofMillis(50);
    private static final String OWN_TAINTS = "node.kubernetes.io/";

    /// How nodes report. Upstream's kubelet: a lease of 40 s renewed every 10 s, a status every 5 min
    /// or when it changes.
    ///
    /// @param manageAll whether every node of the cluster is played here
    /// @param pools how nodes treat pressure
    /// @param gates of all nodes
    /// @param usual how long containers take that do not say it
    /// @param needConfig whether pods wait for the ConfigMaps and Secrets that they refer to
    /// @param goOn whether nodes that have reported go on with that: the next report of each comes when it is
    ///     due; otherwise each reports when it is taken over, as a kubelet that starts does
    public record Configuration(
            boolean manageAll,
            Duration renewEvery,
            Duration leaseDuration,
            Duration reportEvery,
            NodePools pools,
            FeatureGates gates,
            UsualTimes usual,
            boolean needConfig,
            boolean goOn) {
        public static Configuration standard(boolean manageAll) {
            return new Configuration(
                    manageAll,
                    Duration.ofSeconds(10),
                    Duration.ofSeconds(40),
                    Duration.ofMinutes(5),
                    NodePools.STANDARD,
                    FeatureGates.STANDARD,
                    UsualTimes.AT_ONCE,
                    true,
                    false);
        }

        public Configuration withPools(NodePools other) {
            return new Configuration(
                    manageAll, renewEvery, leaseDuration, reportEvery, other, gates, usual, needConfig, goOn);
        }

        public Configuration withUsual(UsualTimes times) {
            return new Configuration(
                    manageAll, renewEvery, leaseDuration, reportEvery, pools, gates, times, needConfig, goOn);
        }

        /// The same where ConfigMaps and Secrets are not known, so that pods find what they refer to.
        public Configuration withConfigGiven() {
            return new Configuration(
                    manageAll, renewEvery, leaseDuration, reportEvery, pools, gates, usual, false, goOn);
        }

        /// The same for nodes that run already.
        public Configuration goingOn() {
            return new Configuration(
                    manageAll, renewEvery, leaseDuration, reportEvery, pools, gates, usual, needConfig, true);
        }

        /// With these gates on all nodes, whatever the settings of their pools say.
        public Configuration withGates(FeatureGates others) {
            return new Configuration(
                    manageAll,
                    renewEvery,
                    leaseDuration,
                    reportEvery,
                    pools.switching(others),
                    others,
                    usual,
                    needConfig,
                    goOn);
        }
    }

    private final EventLoop loop;
    private final ClusterClient client;
    private final LeaseClient leases;
    private final Configuration configuration;
    private final AddressState addresses = new AddressState();
    private final EventRecorder events;
    private final SimulatedPods pods;
    private final SimulatedPressure pressure;
    private final HeartbeatTimers heartbeats;
    private final BeatTiming timing;
    private final RegularHeartbeats regular;
    private boolean writeEach = true;
    private final Set<String> writing = new HashSet<>();
    private final SimulatedStaticPods staticPods;
    private final Informer nodeInformer;
    private final Informer podInformer;
    private final Map<String, StoredObject> nodes = new HashMap<>();
    private final Map<String, Fault> faults = new HashMap<>();
    private final ReportState reports = new ReportState();
    private Duration stepped = Duration.ZERO;
    private final Map<String, Tick> lookedAt = new HashMap<>();
    private final Set<String> underWay = new HashSet<>();

    /// Every heartbeat is written.
    ///
    /// @param pressureLoop lives on the same loop
    public SimulatedNodesLoop(
            EventLoop loop, ClusterClient client, Configuration configuration, NodePressureLoop pressureLoop) {
        this(loop, client, configuration, pressureLoop, new RegularHeartbeats());
    }

    /// @param regular takes the heartbeats that are not written, see [#writeEach(boolean)]
    public SimulatedNodesLoop(
            EventLoop loop,
            ClusterClient client,
            Configuration configuration,
            NodePressureLoop pressureLoop,
            RegularHeartbeats regular) {
        this.regular = regular;
        this.loop = loop;
        this.client = client;
        this.leases = new LeaseClient(client, configuration.leaseDuration());
        this.configuration = configuration;
        this.heartbeats = new HeartbeatTimers(configuration.renewEvery());
        this.timing = new BeatTiming(configuration);
        this.events = recorder(loop, client);
        this.pods = new SimulatedPods(loop, client, events, new KnownNodes(), addresses);
        this.pressure = new SimulatedPressure(loop, events, pressureLoop, configuration.pools(), pods);
        this.staticPods = new SimulatedStaticPods(loop, client, configuration.pools());
        this.nodeInformer = new Informer(loop, client, Informer.Selection.all(ResourceTypes.NODES), new NodeChanges());
        this.podInformer = new Informer(
                loop,
                client,
                new Informer.Selection(ResourceTypes.PODS, "", Map.of("fieldSelector", "spec.nodeName!=")),
                new PodChanges());
    }

    /// Writes the Events of the kubelets of a cluster.
    public static EventRecorder recorder(EventLoop loop, ClusterClient client) {
        return new EventRecorder(loop, client, EVENT_SOURCE);
    }

    /// Begins to work; to be called on the loop, once.
    public void start() {
        nodeInformer.start();
    }

    /// What the nodes and their pods use now; to be called on the loop.
    public ResourceUsage usage() {
        return pressure.used();
    }

    /// Whether each heartbeat is written, as at first. Otherwise a node in good order only notes that
    /// it beats, and what it left out is made real, up to its last beat, as soon as it is no longer so,
    /// or this is called again. For virtual time only: it calls the API server from the loop. To be
    /// called on the loop's thread.
    public void writeEach(boolean each) {
        writeEach = each;
        if (each) {
            List.copyOf(nodes.keySet()).stream().sorted().forEach(this::makeReal);
            setAlarm();
        }
    }

    /// Whether each heartbeat of this node is written even while those of others are not. For virtual
    /// time only, as [#writeEach(boolean)].
    public void writeEachOf(String node, boolean each) {
        if (each) {
            writing.add(node);
            makeReal(node);
            setAlarm();
        } else {
            writing.remove(node);
        }
    }

    /// Whether nothing about a node calls for anything but its next regular beat.
    private boolean inOrder(Node node) {
        return !writeEach
                && !writing.contains(node.name())
                && heartbeats.inRhythm(node.name(), loop.time().now())
                && settled(node);
    }

    private NodeReport.NodeState current(Node node) {
        return new NodeReport.NodeState(
                pressure.conditions(node.name()), pressure.allocatable(node), pressure.held(node.name()));
    }

    private boolean settled(Node node) {
        NodeReport.NodeState current = current(node);
        return current.held().isEmpty()
                && faults.get(node.name()) == Fault.NONE
                && !node.spec().unschedulable()
                && node.spec().taints().stream().noneMatch(taint -> taint.key().startsWith(OWN_TAINTS))
                && !node.status().nodeInfo().kubeletVersion().isEmpty()
                && !NodeReport.differs(node, current);
    }

    /// Writes what a node that only noted its beats would have written last.
    private void makeReal(String name) {
        Tick now = loop.time().now();
        if (!regular.beating(name)) {
            return;
        }
        regular.end(name, now);
        heartbeats.resume(name, now);
        Optional<RegularHeartbeats.Beat> last = regular.last(name, now);
        Optional<Node> node = managed(name);
        if (last.isEmpty() || node.isEmpty()) {
            return;
        }
        Optional<Instant> before = reports.last(name);
        Instant reported =
                reports.caughtUp(name, last.get().wall(), heartbeats.period(name), timing.reportEvery(node.get()));
        ObjectNode status = Json.object();
        if (before.isPresent() && reported.isAfter(before.get())) {
            reports.reported(name, reported);
            status = NodeReport.status(node.get(), addresses.ofNode(name), current(node.get()), reported);
        }
        regular.writtenLate(
                name,
                List.of(last.get().wall().truncatedTo(ChronoUnit.MICROS), reported.truncatedTo(ChronoUnit.SECONDS)));
        beat(node.get(), last.get().wall(), status);
    }

    /// Whether this beat is one at which the node looks at its status.
    private boolean looks(Node node, Tick now) {
        Tick last = lookedAt.get(node.name());
        boolean looks = last == null || now.since(last).plus(PERIOD_GRAIN).compareTo(timing.statusEvery(node)) >= 0;
        if (looks) {
            lookedAt.put(node.name(), now);
        }
        return looks;
    }

    private Optional<Node> managed(String name) {
        return Optional.ofNullable(nodes.get(name)).map(stored -> stored.view(Node.class));
    }

    private void nodeChanged(StoredObject stored) {
        Node node = stored.view(Node.class);
        if (!ManagedNodeRule.managed(node, configuration.manageAll())) {
            forget(node.name());
            return;
        }
        boolean adopted = nodes.put(node.name(), stored) == null;
        if (adopted) {
            begins(node);
        }
        node.status().addresses().stream()
                .filter(address -> address.type().equals("InternalIP"))
                .findFirst()
                .ifPresent(address -> addresses.keepNode(node.name(), address.address()));
        Fault fault = ManagedNodeRule.fault(node);
        Fault before = faults.put(node.name(), fault);
        if (regular.beating(node.name()) && !settled(node)) {
            makeReal(node.name());
        }
        boolean heldAnew = fault == Fault.NONE && pressure.seen(node);
        if (fault != Fault.NONE) {
            pressure.lost(node.name());
        }
        if (fault != Fault.NONE) {
            heartbeats.remove(node.name());
        } else if (adopted || (before != null && before != Fault.NONE)) {
            lookedAt.remove(node.name());
            heartbeats.period(node.name(), timing.beatEvery(node));
            beginBeats(node, adopted);
            pods.resume(node.name(), before == Fault.STOPPED);
            staticPods.node(node);
        } else if (heldAnew) {
            lookedAt.remove(node.name());
            beat(node);
        }
        setAlarm();
    }

    /// A node beats at once when it begins to; one that only goes on, at its next time.
    private void beginBeats(Node node, boolean adopted) {
        if (adopted && configuration.goOn() && settled(node)) {
            heartbeats.resume(node.name(), loop.time().now());
        } else {
            heartbeats.add(node.name(), loop.time().now());
        }
    }

    private void begins(Node node) {
        if (configuration.goOn()) {
            reports.goOn(node, loop.time().wall());
        }
    }

    private void forget(String name) {
        if (nodes.remove(name) != null) {
            regular.end(name, loop.time().now());
            heartbeats.forget(name);
            lookedAt.remove(name);
            pressure.lost(name);
            faults.remove(name);
            reports.forget(name);
            staticPods.forget(name);
        }
    }

    private void beat() {
        Duration by = loop.time().steps().total().minus(stepped);
        if (!by.isZero()) {
            stepped = stepped.plus(by);
            reports.moved(by);
        }
        for (String name : heartbeats.takeDue(loop.time().now(), BEATS_PER_WAKE_MAX)) {
            managed(name).ifPresent(this::beat);
        }
        setAlarm();
    }

    /// One heartbeat; a node whose last one is still under way skips this one. The first that a node in good
    /// order only notes need not be written either.
    private void beat(Node node) {
        String name = node.name();
        if (underWay.contains(name)) {
            return;
        }
        NodeReport.NodeState current = current(node);
        boolean report = looks(node, loop.time().now())
                && reportDue(node, current, loop.time().wall());
        boolean inOrder = inOrder(node);
        if (report || !inOrder) {
            write(node, current, report);
        }
        if (inOrder) {
            heartbeats.remove(name);
            regular.begin(
                    name,
                    new RegularHeartbeats.Beat(loop.time().now(), loop.time().wall()),
                    heartbeats.period(name));
        }
    }

    private void write(Node node, NodeReport.NodeState current, boolean report) {
        String name = node.name();
        Instant now = loop.time().wall();
        ObjectNode status = report ? NodeReport.status(node, addresses.ofNode(name), current, now) : Json.object();
        if (report) {
            NodeChangeEvents.tell(events, node, current);
            reports.reported(name, now);
        }
        underWay.add(name);
        loop.work("heartbeat", () -> beat(node, now, status), _ -> underWay.remove(name));
        boolean wasReady = node.isTrue(Node.READY);
        if (!wasReady) {
            pods.refresh(name);
        }
    }

    private boolean reportDue(Node node, NodeReport.NodeState current, Instant now) {
        return NodeReport.differs(node, current)
                || node.status().nodeInfo().kubeletVersion().isEmpty()
                || reports.isDue(node.name(), timing.reportEvery(node), now);
    }

    private boolean beat(Node node, Instant now, ObjectNode status) {
        leases.renew(node, now);
        if (!status.isEmpty()) {
            client.patch(
                    ResourceTypes.NODES,
                    "",
                    node.name(),
                    "status",
                    new Body(Body.STRATEGIC_MERGE_PATCH, Document.of(status)));
        }
        return true;
    }

    private void setAlarm() {
        heartbeats.nextBeat().ifPresentOrElse(due -> loop.alarm(ALARM, due, this::beat), () -> loop.cancel(ALARM));
    }

    private final class KnownNodes implements PodNodes {
        @Override
        public Optional<Node> managed(String name) {
            return SimulatedNodesLoop.this.managed(name);
        }

        @Override
        public Set<PressureCondition> conditions(String name) {
            return pressure.conditions(name);
        }

        @Override
        public FeatureGates gates() {
            return configuration.gates();
        }

        @Override
        public void started(Pod pod) {
            pressure.started(pod);
        }

        @Override
        public boolean mirrors(Pod pod) {
            return staticPods.wanted(pod);
        }

        @Override
        public boolean needConfig(String node) {
            return configuration.needConfig()
                    && managed(node)
                            .filter(ManagedNodeRule::ignoresMissingConfig)
                            .isEmpty();
        }

        @Override
        public UsualTimes times(String node) {
            UsualTimes usual = configuration.usual();
            boolean counts = usual.playedToo()
                    || managed(node)
                            .filter(one -> ManagedNodeRule.managed(one, false))
                            .isEmpty();
            return counts ? usual : UsualTimes.AT_ONCE;
        }
    }

    private final class NodeChanges implements InformerHandler {
        @Override
        public void changed(Optional<StoredObject> before, StoredObject after) {
            nodeChanged(after);
        }

        @Override
        public void deleted(StoredObject last) {
            forget(last.key().name());
        }

        /// Pods are looked at once all nodes are known.
        @Override
        public void synced() {
            podInformer.start();
        }
    }

    private final class PodChanges implements InformerHandler {
        @Override
        public void changed(Optional<StoredObject> before, StoredObject after) {
            staticPods.changed(after);
            pods.changed(after);
        }

        @Override
        public void deleted(StoredObject last) {
            pods.deleted(last);
            staticPods.deleted(last);
        }

        @Override
        public void synced() {
            staticPods.start();
        }
    }
}
