package dev.tenure.controllers.nodelifecycle;

import dev.tenure.client.ClusterClient;
import dev.tenure.client.events.EventRecorder;
import dev.tenure.client.events.InvolvedObject;
import dev.tenure.client.informer.ControllerContext;
import dev.tenure.client.informer.Informer;
import dev.tenure.client.informer.InformerHandler;
import dev.tenure.client.informer.SharedInformers;
import dev.tenure.controllers.nodelifecycle.zone.ZoneCount;
import dev.tenure.controllers.nodelifecycle.zone.ZoneHealthRule;
import dev.tenure.controllers.nodelifecycle.zone.ZonesState;
import dev.tenure.controllers.workload.PodGroups;
import dev.tenure.model.coordination.Lease;
import dev.tenure.model.core.Condition;
import dev.tenure.model.core.Condition.Truth;
import dev.tenure.model.core.Node;
import dev.tenure.model.core.Pod;
import dev.tenure.model.core.TaintEffect;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.runtime.loop.EventLoop;
import dev.tenure.runtime.loop.Published;
import dev.tenure.runtime.time.Tick;
import dev.tenure.wire.json.JsonNode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The shell of node health: follows nodes, leases and pods, looks at all nodes once a period, and
/// writes conditions and taints. Every method runs on its loop.
public final class NodeLifecycleLoop {
    /// The name of the controller and of its flag; its Events carry [#EVENT_SOURCE].
    public static final String NAME = "node-lifecycle-controller";

    private static final String EVENT_SOURCE = "node-controller";
    private static final String LEASE_NAMESPACE = "kube-node-lease";
    private static final String MONITOR_ALARM = "monitor-nodes";

    /// Of a longer time between two looks, no more periods than this count as listened to.
    private static final int PERIODS_HEARD_MAX = 2;

    /// The settings of the controller, by upstream's flags.
    ///
    /// @param monitorPeriod time between two looks at all nodes
    /// @param gracePeriod how long a node that has reported may be silent
    /// @param startupGracePeriod how long a node that never reported may be silent
    /// @param freshStart whether a start takes the NoExecute taints off all nodes and lets them come
    ///     again, as upstream's
    public record Configuration(
            Duration monitorPeriod,
            Duration gracePeriod,
            Duration startupGracePeriod,
            ZoneHealthRule.Settings zones,
            boolean freshStart) {}

    private final EventLoop loop;
    private final Configuration configuration;
    private final SignsOfLife signs;
    private final NodeMetrics metrics;
    private final EventRecorder events;
    private final NodeTainter tainter;
    private final NodeStatusWriter statuses;
    private final PodReadinessMarker marker;
    private final ZonesState zones;
    private final Informer nodes;
    private final Informer leases;
    private final Informer pods;
    private final Map<String, NodeEntry> entries = new LinkedHashMap<>();
    private final List<NodeEntry> removed = new ArrayList<>();
    private final Published<List<ZonesState.ZoneView>> zoneView = new Published<>(List.of());
    /// The nodes that each look is for; the others are in order until [#inOrderUntil], unless something is
    /// reported about one.
    private final List<NodeEntry> restless = new ArrayList<>();
    /// How many nodes of each zone are in order, of all that count, in the order of the first of each zone.
    private final Map<String, Integer> inOrder = new LinkedHashMap<>();
    private Tick inOrderUntil = new Tick(Long.MIN_VALUE);
    private Optional<Tick> looked = Optional.empty();
    private boolean nodesMoved = true;
    private boolean begun;

    public NodeLifecycleLoop(ControllerContext context, Configuration configuration, NodeMetrics metrics) {
        this(context, configuration, metrics, SignsOfLife.WHEN_SEEN);
    }

    /// @param signs when nodes were heard of
    public NodeLifecycleLoop(
            ControllerContext context, Configuration configuration, NodeMetrics metrics, SignsOfLife signs) {
        ClusterClient client = context.client();
        SharedInformers informers = context.informers();
        this.signs = signs;
        this.loop = context.loop();
        this.configuration = configuration;
        this.metrics = metrics;
        this.events = new EventRecorder(loop, client, EVENT_SOURCE);
        this.zones = new ZonesState(configuration.zones());
        this.tainter = new NodeTainter(loop, client, zones, entries, metrics);
        this.statuses = new NodeStatusWriter(loop, client);
        this.marker = new PodReadinessMarker(loop, client, events);
        this.nodes = informers.all(ResourceTypes.NODES, new NodeChanges());
        this.leases = informers.part(
                new Informer.Selection(ResourceTypes.LEASES, LEASE_NAMESPACE, Map.of()),
                lease -> lease.key().namespace().equals(LEASE_NAMESPACE),
                new LeaseChanges());
        this.pods = PodGroups.bound(informers, new PodChanges());
    }

    /// Begins to work; to be called on the loop, once.
    public void start() {
        nodes.start();
        leases.start();
        pods.start();
    }

    /// The flags and the zones as JSON; may be asked from any thread. See [NodeLifecyclePage].
    public JsonNode page() {
        return NodeLifecyclePage.of(zoneView.get(), configuration);
    }

    private void beginWhenSynced() {
        if (begun || !nodes.hasSynced() || !leases.hasSynced() || !pods.hasSynced()) {
            return;
        }
        begun = true;
        entries.values().forEach(this::nodeSeen);
        monitor();
    }

    private void nodeSeen(NodeEntry entry) {
        tainter.noSchedule(entry);
        statuses.reconcileLabels(entry.node());
    }

    /// One look at all nodes. Upstream: monitorNodeHealth.
    private void monitor() {
        Tick now = loop.time().now();
        loop.alarm(MONITOR_ALARM, now.plus(configuration.monitorPeriod()), this::monitor);
        leaveOutWhatNobodyHeard(now);
        announceRemoved();
        var counts = new LinkedHashMap<String, ZoneCount>();
        look(now).forEach((zone, tally) -> {
            if (tally.ready + tally.notReady > 0) {
                counts.put(zone, new ZoneCount(tally.ready, tally.notReady));
            }
        });
        turn(zones.update(counts, now), now);
        metrics.zonesAre(counts);
        zoneView.publish(zones.view());
        tainter.setAlarm();
        metrics.lookedAtAll(loop.time().now().since(now));
    }

    /// A look that comes much later than it should follows on a time in which this process was stopped, or
    /// its machine slept: nobody listened to the nodes then, and what they said may still be under way. Such
    /// a time is no silence of theirs. Upstream's begins with it too, but has read what came meanwhile by its
    /// first look.
    private void leaveOutWhatNobodyHeard(Tick now) {
        Duration most = configuration.monitorPeriod().multipliedBy(PERIODS_HEARD_MAX);
        Duration beyond = looked.map(before -> now.since(before).minus(most)).orElse(Duration.ZERO);
        if (beyond.isPositive()) {
            entries.values().forEach(entry -> entry.heartbeat().leaveOut(beyond, now));
        }
        looked = Optional.of(now);
    }

    /// Looks at the nodes of which not all is known to be in order, and counts all by zone.
    private Map<String, Tally> look(Tick now) {
        if (nodesMoved || now.isAfter(inOrderUntil)) {
            sortOut(now);
        }
        var tallies = new LinkedHashMap<String, Tally>();
        inOrder.forEach((zone, ready) -> tallies.put(zone, new Tally(ready)));
        for (NodeEntry entry : restless) {
            boolean ready = entry.quietAt(now, configuration.gracePeriod()) || look(entry, now);
            if (entry.counts()) {
                tallies.computeIfAbsent(entry.zone(), _ -> new Tally(0)).add(ready);
            }
        }
        return tallies;
    }

    /// Tells the nodes that are in order, and will be for a while unless something is reported about one,
    /// from the others.
    private void sortOut(Tick now) {
        nodesMoved = false;
        restless.clear();
        inOrder.clear();
        inOrderUntil = new Tick(Long.MAX_VALUE);
        for (NodeEntry entry : entries.values()) {
            Tick until = entry.quietUntil(now, configuration.gracePeriod());
            boolean quiet = !now.isAfter(until);
            if (!quiet) {
                restless.add(entry);
            } else if (inOrderUntil.isAfter(until)) {
                inOrderUntil = until;
            }
            if (entry.counts()) {
                inOrder.merge(entry.zone(), quiet ? 1 : 0, Integer::sum);
            }
        }
    }

    /// Counts one zone without making an object for each node.
    private static final class Tally {
        private int ready;
        private int notReady;

        private Tally(int ready) {
            this.ready = ready;
        }

        private void add(boolean nodeIsReady) {
            ready += nodeIsReady ? 1 : 0;
            notReady += nodeIsReady ? 0 : 1;
        }
    }

    /// One look at one node.
    ///
    /// @return whether it is ready
    private boolean look(NodeEntry entry, Tick now) {
        if (!entry.registered()) {
            register(entry);
        }
        Optional<Truth> observed = entry.ready();
        silence(entry, now);
        Optional<Truth> current = entry.ready();
        if (current.isPresent()) {
            tainter.noExecute(entry, current.get());
            markPods(entry, observed, current.get());
        }
        boolean ready = current.filter(status -> status == Truth.TRUE).isPresent();
        boolean tainted = entry.node().spec().taints().stream().anyMatch(t -> t.effect() == TaintEffect.NO_EXECUTE);
        if (ready && !tainted) {
            entry.foundInOrder();
        }
        return ready;
    }

    private void register(NodeEntry entry) {
        entry.register();
        zones.queue(entry.zone(), loop.time().now());
        String name = entry.node().name();
        event(entry.node(), "RegisteredNode", "Node %s event: Registered Node %s in Controller".formatted(name, name));
        if (configuration.freshStart()) {
            tainter.reachable(entry);
        }
    }

    private void announceRemoved() {
        for (NodeEntry entry : removed) {
            String name = entry.node().name();
            event(
                    entry.node(),
                    "RemovingNode",
                    "Node %s event: Removing Node %s from Controller".formatted(name, name));
        }
        removed.clear();
    }

    private void silence(NodeEntry entry, Tick now) {
        boolean reports = entry.node().condition(Node.READY).isPresent();
        Duration grace = reports ? configuration.gracePeriod() : configuration.startupGracePeriod();
        if (!entry.heartbeat().silentFor(grace, now)
                || entry.ready().filter(r -> r == Truth.UNKNOWN).isPresent()) {
            return;
        }
        List<Condition> changed =
                NodeHealthRule.silenced(entry.node(), loop.time().wall());
        if (changed.stream().anyMatch(condition -> condition.type().equals(Node.READY))) {
            entry.claimUnknown();
            statuses.write(entry, changed);
        }
    }

    private void markPods(NodeEntry entry, Optional<Truth> observed, Truth current) {
        if (current == Truth.TRUE) {
            return;
        }
        String name = entry.node().name();
        boolean lost = observed.filter(status -> status == Truth.TRUE).isPresent();
        if (lost) {
            event(entry.node(), "NodeNotReady", "Node %s status is now: NodeNotReady".formatted(name));
        }
        if (!lost && !marker.hasFailed()) {
            return;
        }
        Collection<StoredObject> standing = pods.in(PodGroups.BY_NODE, name);
        if (lost || marker.takeFailed(standing)) {
            standing.forEach(marker::mark);
        }
    }

    private void turn(ZonesState.Turn turn, Tick now) {
        switch (turn) {
            case ORDINARY -> {
                // the rates are set
            }
            case ALL_DOWN -> entries.values().forEach(tainter::reachable);
            case BACK -> entries.values().forEach(entry -> entry.heartbeat().reset(now));
        }
    }

    private void event(Node node, String reason, String message) {
        events.record(InvolvedObject.node(node.name(), node.meta().uid()), EventRecorder.Type.Normal, reason, message);
    }

    private final class NodeChanges implements InformerHandler {
        @Override
        public void changed(Optional<StoredObject> before, StoredObject after) {
            Node node = after.view(Node.class);
            nodesMoved = true;
            NodeEntry entry = entries.get(node.name());
            String zone = ZoneHealthRule.zoneKey(node.meta().labels());
            if (entry == null) {
                entry = new NodeEntry(node, zone, loop.time(), signs);
                entries.put(node.name(), entry);
            } else {
                entry.update(node);
                if (!entry.zone().equals(zone)) {
                    zones.queue(entry.zone(), loop.time().now()).remove(node.name());
                    entry.moveTo(zone);
                }
                entry.heartbeat().statusSeen(node, loop.time().now());
            }
            Optional<StoredObject> lease = leases.get(ResourceTypes.LEASES.key(LEASE_NAMESPACE, node.name()));
            if (lease.isPresent()) {
                leaseSeen(entry, lease.get());
            }
            if (begun) {
                nodeSeen(entry);
            }
        }

        @Override
        public void deleted(StoredObject last) {
            NodeEntry entry = entries.remove(last.key().name());
            nodesMoved = true;
            if (entry != null) {
                zones.queue(entry.zone(), loop.time().now()).gone(last.key().name());
                if (entry.registered()) {
                    removed.add(entry);
                }
            }
        }

        @Override
        public void batchEnded() {
            beginWhenSynced();
        }
    }

    private void leaseSeen(NodeEntry entry, StoredObject lease) {
        lease.view(Lease.class)
                .renewTime()
                .ifPresent(renewed ->
                        entry.heartbeat().leaseSeen(renewed, loop.time().now()));
    }

    private final class LeaseChanges implements InformerHandler {
        @Override
        public void changed(Optional<StoredObject> before, StoredObject after) {
            NodeEntry entry = entries.get(after.key().name());
            if (entry != null) {
                leaseSeen(entry, after);
            }
        }

        @Override
        public void deleted(StoredObject last) {
            // the node is silent from here on
        }

        @Override
        public void batchEnded() {
            beginWhenSynced();
        }
    }

    private final class PodChanges implements InformerHandler {
        @Override
        public void changed(Optional<StoredObject> before, StoredObject after) {
            if (before.isPresent() || !begun) {
                return;
            }
            NodeEntry entry = entries.get(after.view(Pod.class).spec().nodeName());
            boolean lost = entry != null
                    && entry.registered()
                    && entry.ready().filter(status -> status != Truth.TRUE).isPresent();
            if (lost) {
                marker.mark(after);
            }
        }

        @Override
        public void deleted(StoredObject last) {
            // nothing is kept of a pod
        }

        @Override
        public void batchEnded() {
            beginWhenSynced();
        }
    }
}
