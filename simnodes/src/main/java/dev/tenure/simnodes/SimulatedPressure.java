package dev.tenure.simnodes;

import dev.tenure.client.events.EventRecorder;
import dev.tenure.client.events.InvolvedObject;
import dev.tenure.kubelet.configuration.AllocatableRule;
import dev.tenure.kubelet.configuration.KubeletConfiguration;
import dev.tenure.kubelet.configuration.NodePools;
import dev.tenure.kubelet.eviction.Eviction;
import dev.tenure.kubelet.eviction.LayoutAnswer;
import dev.tenure.kubelet.eviction.NodePressureLoop;
import dev.tenure.kubelet.eviction.NodePressurePorts;
import dev.tenure.kubelet.eviction.reclaim.Reclaim;
import dev.tenure.kubelet.eviction.signal.ObservationRule;
import dev.tenure.kubelet.eviction.signal.Observations;
import dev.tenure.kubelet.eviction.threshold.PressureCondition;
import dev.tenure.kubelet.stats.NodeStats;
import dev.tenure.kubelet.stats.PodStats;
import dev.tenure.kubelet.stats.Summary;
import dev.tenure.model.core.Node;
import dev.tenure.model.core.Pod;
import dev.tenure.model.core.ResourceList;
import dev.tenure.model.meta.ObjectMeta;
import dev.tenure.model.metrics.ResourceUsage;
import dev.tenure.model.metrics.ResourceUsage.Amounts;
import dev.tenure.rules.node.HeldState;
import dev.tenure.rules.node.HeldStates;
import dev.tenure.runtime.loop.EventLoop;
import dev.tenure.simnodes.usage.DeclaredUsage;
import dev.tenure.simnodes.usage.NodeUsage;
import dev.tenure.simnodes.usage.SimulatedPodUsageRule;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Consumer;

/// Simulated nodes that run short: adds up what pods and nodes declare to use, and has the pressure loop
/// decide. A node on which nothing declares any usage costs nothing. Confined to its loop.
final class SimulatedPressure {
    private static final Duration INTERVAL = Duration.ofSeconds(10);
    private static final Duration WINDOW = Duration.ofSeconds(10);
    private static final Duration GRAIN = Duration.ofMillis(100);

    /// A pod whose containers run.
    record Running(Pod pod, Instant startedAt) {}

    /// The pods of simulated nodes.
    interface Pods {
        /// Those that hold resources of the node, whether they run or not.
        List<Pod> active(String node);

        /// Those whose containers run.
        List<Running> running(String node);

        void evict(Eviction eviction, Runnable stopped);

        boolean gone(Pod pod);
    }

    private static final class Entry {
        private Node node;
        private Map<String, String> annotations;
        private NodeUsage usage;
        private HeldStates held;

        private Entry(Node node, NodeUsage usage, HeldStates held) {
            this.node = node;
            this.annotations = node.meta().annotations();
            this.usage = usage;
            this.held = held;
        }
    }

    private final EventLoop loop;
    private final EventRecorder events;
    private final NodePressureLoop pressure;
    private final NodePools pools;
    private final Pods pods;
    private final Map<String, Entry> nodes = new HashMap<>();

    SimulatedPressure(EventLoop loop, EventRecorder events, NodePressureLoop pressure, NodePools pools, Pods pods) {
        this.loop = loop;
        this.events = events;
        this.pressure = pressure;
        this.pools = pools;
        this.pods = pods;
        pressure.knowing(name -> Optional.ofNullable(nodes.get(name))
                .map(entry ->
                        new NodePressureLoop.Unwatched(pools.of(entry.node).pressure(), new Ports(name))));
    }

    /// A node that runs was seen, or has changed. What it declares counts from the moment at which it is
    /// seen so.
    ///
    /// @return whether it is to be held in other states than before
    boolean seen(Node node) {
        Entry entry = nodes.get(node.name());
        boolean heldAnew = false;
        if (entry == null) {
            var usage = new NodeUsage(declared(node), loop.time().steady());
            nodes.put(node.name(), new Entry(node, usage, held(node)));
            pools.given(node)
                    .flatMap(settings -> AllocatableRule.violation(node.status().capacity(), settings))
                    .ifPresent(why -> refuse(about(node), "InvalidNodeAllocatableConfiguration", List.of(why)));
        } else {
            entry.node = node;
            Map<String, String> annotations = node.meta().annotations();
            if (!annotations.equals(entry.annotations)) {
                entry.annotations = annotations;
                heldAnew = changed(entry);
            }
        }
        check(node.name());
        return heldAnew;
    }

    /// The annotations are others than before.
    private boolean changed(Entry entry) {
        if (!DeclaredUsage.of(entry.annotations).equals(entry.usage.declared())) {
            entry.usage = new NodeUsage(declared(entry.node), loop.time().steady());
        }
        HeldStates before = entry.held;
        boolean heldAnew = !HeldStates.of(entry.annotations).equals(before);
        if (heldAnew) {
            entry.held = held(entry.node);
        }
        return heldAnew;
    }

    private DeclaredUsage declared(Node node) {
        DeclaredUsage declared = DeclaredUsage.of(node.meta().annotations());
        refuse(about(node), "InvalidUsage", declared.refused());
        return declared;
    }

    private HeldStates held(Node node) {
        HeldStates held = HeldStates.of(node.meta().annotations());
        refuse(about(node), "InvalidHold", held.refused());
        return held;
    }

    private static InvolvedObject about(Node node) {
        return InvolvedObject.node(node.name(), node.meta().uid());
    }

    /// Tells of what cannot be read.
    private void refuse(InvolvedObject about, String reason, List<String> refused) {
        refused.forEach(why -> events.record(about, EventRecorder.Type.Warning, reason, why));
    }

    /// The states in which the node is held now.
    Set<HeldState> held(String node) {
        Entry entry = nodes.get(node);
        return entry == null ? Set.of() : entry.held.at(loop.time().wall());
    }

    /// The node is down or gone: it forgets its conditions, as an agent that ends does.
    void lost(String node) {
        nodes.remove(node);
        pressure.forget(node);
    }

    /// The containers of a pod have started.
    void started(Pod pod) {
        DeclaredUsage declared = usage(pod);
        refuse(
                InvolvedObject.pod(
                        pod.meta().namespace(), pod.meta().name(), pod.meta().uid()),
                "InvalidUsage",
                declared.refused());
        if (!declared.isEmpty()) {
            check(pod.spec().nodeName());
        }
    }

    /// Begins to look at a node on which somebody declares usage.
    private void check(String name) {
        Entry entry = nodes.get(name);
        if (entry == null || pressure.watches(name)) {
            return;
        }
        if (used(entry)) {
            InvolvedObject about = InvolvedObject.node(name, name);
            pressure.watch(about, pools.of(entry.node).pressure(), new Ports(name), phase(name));
        }
    }

    private boolean used(Entry entry) {
        return !entry.usage.declared().isEmpty()
                || pods.running(entry.node.name()).stream()
                        .anyMatch(each -> !usage(each.pod()).isEmpty());
    }

    private static DeclaredUsage usage(Pod pod) {
        return DeclaredUsage.of(pod.meta().annotations());
    }

    /// Nodes look at different moments, each at its own.
    private static Duration phase(String name) {
        long grains = INTERVAL.dividedBy(GRAIN);
        return GRAIN.multipliedBy(Math.floorMod(name.hashCode() * 2_654_435_761L, grains));
    }

    /// What the node is short of, in truth or because it is held so.
    Set<PressureCondition> conditions(String node) {
        Set<PressureCondition> lacking = pressure.conditions(node);
        Set<HeldState> held = held(node);
        if (held.isEmpty()) {
            return lacking;
        }
        var all = EnumSet.noneOf(PressureCondition.class);
        all.addAll(lacking);
        held.forEach(state -> condition(state).ifPresent(all::add));
        return all;
    }

    private static Optional<PressureCondition> condition(HeldState state) {
        return switch (state) {
            case MEMORY_PRESSURE -> Optional.of(PressureCondition.MEMORY);
            case DISK_PRESSURE -> Optional.of(PressureCondition.DISK);
            case PID_PRESSURE -> Optional.of(PressureCondition.PID);
            case NOT_READY, NETWORK_UNAVAILABLE -> Optional.empty();
        };
    }

    /// What nodes and pods use now.
    ResourceUsage used() {
        Instant wall = loop.time().wall();
        List<ResourceUsage.OfPod> ofPods = new ArrayList<>();
        List<ResourceUsage.OfNode> ofNodes = new ArrayList<>();
        nodes.forEach((name, entry) -> {
            List<ResourceUsage.OfContainer> all = new ArrayList<>();
            for (Running each : pods.running(name)) {
                Duration since = Duration.between(loop.time().asOfNow(each.startedAt()), wall);
                ObjectMeta meta = each.pod().meta();
                var containers = SimulatedPodUsageRule.used(each.pod(), usage(each.pod()), since);
                ofPods.add(new ResourceUsage.OfPod(meta.namespace(), meta.name(), meta.labels(), containers));
                all.addAll(containers);
            }
            Amounts used = entry.usage.used(all, loop.time().steady());
            ofNodes.add(new ResourceUsage.OfNode(name, entry.node.meta().labels(), used));
        });
        return new ResourceUsage(wall, WINDOW, ofPods, ofNodes);
    }

    /// What the node's status says of allocatable resources, if somebody gave the node settings.
    Optional<ResourceList> allocatable(Node node) {
        ResourceList capacity = node.status().capacity();
        return capacity.isEmpty()
                ? Optional.empty()
                : pools.given(node).map(settings -> AllocatableRule.allocatable(capacity, settings));
    }

    private final class Ports implements NodePressurePorts {
        private final String name;

        private Ports(String name) {
            this.name = name;
        }

        private Optional<Entry> entry() {
            return Optional.ofNullable(nodes.get(name));
        }

        @Override
        public void layout(Consumer<LayoutAnswer> answer) {
            answer.accept(entry().<LayoutAnswer>map(entry -> new LayoutAnswer.Found(NodeUsage.layout(entry.node)))
                    .orElseGet(() -> new LayoutAnswer.Unknown("the node is gone")));
        }

        @Override
        public void summary(Consumer<Optional<Summary>> answer) {
            answer.accept(entry().map(this::measured));
        }

        @Override
        public Optional<Observations> glance() {
            return entry().map(entry -> ObservationRule.observe(measured(entry).node()));
        }

        private Summary measured(Entry entry) {
            Instant now = loop.time().wall();
            Instant steady = loop.time().steady();
            Map<String, PodStats> stats = new LinkedHashMap<>();
            for (Running each : pods.running(name)) {
                Duration since = Duration.between(loop.time().asOfNow(each.startedAt()), now);
                stats.put(each.pod().meta().uid(), SimulatedPodUsageRule.stats(each.pod(), usage(each.pod()), since));
            }
            NodeStats node = entry.usage.stats(entry.node, stats.values(), podsLimit(entry.node), steady);
            return new Summary(node, stats);
        }

        private OptionalLong podsLimit(Node node) {
            KubeletConfiguration settings = pools.of(node);
            ResourceList capacity = node.status().capacity();
            boolean enforced = settings.thresholds().enforceNodeAllocatable().contains("pods");
            return enforced && capacity.has(ResourceList.MEMORY)
                    ? OptionalLong.of(AllocatableRule.podsLimit(capacity, settings, ResourceList.MEMORY)
                            .value())
                    : OptionalLong.empty();
        }

        @Override
        public void cleanUp(Reclaim step, Runnable done) {
            entry().ifPresent(entry -> entry.usage.cleanUp(step, loop.time().steady()));
            done.run();
        }

        @Override
        public List<Pod> activePods() {
            return pods.active(name);
        }

        @Override
        public void evict(Eviction eviction, Runnable stopped) {
            pods.evict(eviction, stopped);
        }

        @Override
        public boolean gone(Pod pod) {
            return pods.gone(pod);
        }

        /// The conditions are read when the node next reports.
        @Override
        public void report(Set<PressureCondition> conditions) {
            boolean used = entry().filter(SimulatedPressure.this::used).isPresent();
            if (!used && conditions.isEmpty()) {
                pressure.forget(name);
            }
        }
    }
}
