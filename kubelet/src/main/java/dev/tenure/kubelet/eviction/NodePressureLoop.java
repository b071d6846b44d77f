package dev.tenure.kubelet.eviction;

import dev.tenure.client.events.EventRecorder;
import dev.tenure.client.events.InvolvedObject;
import dev.tenure.kubelet.eviction.reclaim.Reclaim;
import dev.tenure.kubelet.eviction.signal.ObservationRule;
import dev.tenure.kubelet.eviction.threshold.FilesystemLayout;
import dev.tenure.kubelet.eviction.threshold.PressureCondition;
import dev.tenure.kubelet.eviction.threshold.Signal;
import dev.tenure.kubelet.stats.Summary;
import dev.tenure.model.core.Pod;
import dev.tenure.runtime.loop.EventLoop;
import dev.tenure.runtime.time.Tick;
import dev.tenure.wire.json.ObjectNode;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/// Looks at nodes every 10 s, has them cleaned up and pods evicted, and looks again as soon as an evicted pod
/// is gone. Serves one real node or thousands of simulated ones. Every method runs on its loop; all numbers
/// and orders go through [NodePressurePorts], and what is decided stands in [PressureState].
///
/// While a pod is being stopped its node is not looked at, for at most one and a half grace periods (10 s at
/// least); then at most 30 s pass until the pod is gone. Upstream: eviction_manager.go (Start,
/// waitForPodsCleanup).
public final class NodePressureLoop {
    private static final Duration INTERVAL = Duration.ofSeconds(10);
    private static final Duration GONE_POLL = Duration.ofSeconds(1);
    private static final Duration GONE_WAIT = Duration.ofSeconds(30);
    private static final LayoutAnswer KNOWN = new LayoutAnswer.Found(FilesystemLayout.SINGLE);
    private static final System.Logger LOG = System.getLogger(NodePressureLoop.class.getPackageName());

    private final class Watched {
        private final InvolvedObject node;
        private final PressureSettings settings;
        private final NodePressurePorts ports;
        private final PressureState state;
        private final Duration every;
        private final PressureHistoryState history;
        private Optional<Instant> looked = Optional.empty();
        /// Whether nothing but time stands before the next pass.
        private boolean idle;

        private Watched(InvolvedObject node, PressureSettings settings, NodePressurePorts ports, Duration every) {
            this.node = node;
            this.settings = settings;
            this.ports = ports;
            this.state = new PressureState(settings);
            this.history = new PressureHistoryState();
            this.every = every;
        }

        /// Goes on with what the other one remembers.
        private Watched(Watched before) {
            this.node = before.node;
            this.settings = before.settings;
            this.ports = before.ports;
            this.state = before.state;
            this.history = before.history;
            this.every = before.every;
            this.looked = before.looked;
        }

        /// Before the first look nothing is known but what could be seen now.
        private Unwatched asUnwatched() {
            return new Unwatched(settings, ports);
        }

        private boolean current() {
            return watched.get(node.name()) == this;
        }

        private String alarm() {
            return "node-pressure-" + node.name();
        }
    }

    private final EventLoop loop;
    private final EventRecorder events;
    private final NodePressureMetrics metrics;
    private final Map<String, Watched> watched = new HashMap<>();
    private Function<String, Optional<Unwatched>> others = _ -> Optional.empty();

    /// A node that need not be looked at, because nothing that could run short is used there, but can be
    /// asked about.
    ///
    /// @param ports answer at once
    public record Unwatched(PressureSettings settings, NodePressurePorts ports) {}

    public NodePressureLoop(EventLoop loop, EventRecorder events, NodePressureMetrics metrics) {
        this.loop = loop;
        this.events = events;
        this.metrics = metrics;
    }

    /// Begins to look at a node every 10 s, in place of whoever had its name before.
    ///
    /// @param first how long until the first look
    public void watch(InvolvedObject node, PressureSettings settings, NodePressurePorts ports, Duration first) {
        watch(node, settings, ports, first, INTERVAL);
    }

    /// @param every how long from one look to the next as long as nobody has to go
    public void watch(
            InvolvedObject node, PressureSettings settings, NodePressurePorts ports, Duration first, Duration every) {
        var begun = new Watched(node, settings, ports, every);
        watched.put(node.name(), begun);
        wake(begun, first);
    }

    /// Ends it; what is under way is not acted on any more. The node's conditions are forgotten.
    public void forget(String node) {
        Watched ended = watched.remove(node);
        if (ended != null) {
            loop.cancel(ended.alarm());
        }
    }

    /// Who knows of nodes that are not looked at.
    public void knowing(Function<String, Optional<Unwatched>> unwatched) {
        others = unwatched;
    }

    /// What `/tenure/v1/node-pressure` shows: the nodes that are looked at, those nearest to a threshold
    /// first.
    public ObjectNode page() {
        Map<String, PressureView> views = new HashMap<>();
        watched.forEach((name, entry) -> views.put(name, entry.state.view()));
        return NodePressurePage.all(loop.time().wall(), views);
    }

    /// What `/tenure/v1/node-pressure/NODE` shows: its signals beside their thresholds, who would go first
    /// and why, what the node did; see [NodePressurePage].
    ///
    /// @return empty when nobody here knows the node
    public Optional<ObjectNode> page(String node) {
        var now = new NodePressurePage.Clock(loop.time().wall(), loop.time().steady());
        Watched entry = watched.get(node);
        if (entry == null) {
            return others.apply(node).map(each -> NodePressurePage.unwatched(now, node, view(each), pods(each)));
        }
        entry.ports.glance().ifPresent(seen -> entry.history.seen(now.steady(), seen));
        var looks = new NodePressurePage.Looks(entry.every, entry.looked, entry.history);
        PressureView view = entry.looked.isPresent() ? entry.state.view() : view(entry.asUnwatched());
        return Optional.of(NodePressurePage.of(now, node, view, entry.ports.activePods(), looks));
    }

    private static List<Pod> pods(Unwatched node) {
        return node.ports().activePods();
    }

    /// As if it were looked at for the first time now, without anything coming of it.
    private PressureView view(Unwatched node) {
        var state = new PressureState(node.settings());
        Instant now = loop.time().steady();
        node.ports().layout(layout -> node.ports().summary(summary -> state.begin(now, layout, summary, pods(node))));
        return state.view();
    }

    public boolean watches(String node) {
        return watched.containsKey(node);
    }

    /// What a node says of itself; nothing when it is not looked at.
    public Set<PressureCondition> conditions(String node) {
        Watched entry = watched.get(node);
        return entry == null ? Set.of() : entry.state.conditions();
    }

    /// Looks at a node at once instead of at its next turn, because something says that it is short. Does
    /// nothing while a pass or an eviction is under way.
    public void lookNow(String node) {
        Watched entry = watched.get(node);
        if (entry != null && entry.idle) {
            wake(entry, Duration.ZERO);
        }
    }

    /// Looks at a node anew at once, because what was under way there has failed and is not gone on with.
    /// What is known of its shortages stays.
    public void lookAgain(String node) {
        Watched before = watched.get(node);
        if (before != null) {
            var next = new Watched(before);
            watched.put(node, next);
            wake(next, Duration.ZERO);
        }
    }

    private void wake(Watched entry, Duration after) {
        entry.idle = true;
        loop.alarm(entry.alarm(), loop.time().now().plus(after), () -> pass(entry));
    }

    private void pass(Watched entry) {
        if (!entry.current()) {
            return;
        }
        entry.idle = false;
        if (entry.state.layoutKnown()) {
            measure(entry, KNOWN);
        } else {
            entry.ports.layout(answer -> measure(entry, answer));
        }
    }

    private void measure(Watched entry, LayoutAnswer layout) {
        if (entry.current()) {
            entry.ports.summary(summary -> decide(entry, layout, summary));
        }
    }

    private void decide(Watched entry, LayoutAnswer layout, Optional<Summary> summary) {
        if (!entry.current()) {
            return;
        }
        if (summary.isPresent()) {
            entry.looked = Optional.of(loop.time().steady());
        }
        note(entry, summary);
        switch (entry.state.begin(loop.time().steady(), layout, summary, entry.ports.activePods())) {
            case PressureState.Step.Done(PassRecord record) -> {
                entry.ports.report(record.conditions());
                record.reclaiming().ifPresent(signal -> recordShortage(entry, signal));
                finish(entry, record);
            }
            case PressureState.Step.CleanUp(PassRecord soFar, List<Reclaim> steps) -> {
                entry.ports.report(soFar.conditions());
                soFar.reclaiming().ifPresent(signal -> recordShortage(entry, signal));
                cleanUp(entry, steps);
            }
        }
    }

    private void note(Watched entry, Optional<Summary> summary) {
        summary.ifPresent(found -> entry.history.seen(loop.time().steady(), ObservationRule.observe(found.node())));
    }

    private void recordShortage(Watched entry, Signal signal) {
        events.record(
                entry.node,
                EventRecorder.Type.Warning,
                "EvictionThresholdMet",
                "Attempting to reclaim " + signal.resource());
    }

    private void cleanUp(Watched entry, List<Reclaim> steps) {
        if (!entry.current()) {
            return;
        }
        if (steps.isEmpty()) {
            entry.ports.summary(again -> {
                if (entry.current()) {
                    note(entry, again);
                    finish(entry, entry.state.afterReclaim(loop.time().steady(), again));
                }
            });
            return;
        }
        entry.ports.cleanUp(steps.getFirst(), () -> cleanUp(entry, steps.subList(1, steps.size())));
    }

    private void finish(Watched entry, PassRecord record) {
        entry.history.decided(loop.time().steady(), record);
        record.error()
                .ifPresent(error -> LOG.log(System.Logger.Level.ERROR, "node {0}: {1}", entry.node.name(), error));
        record.complaint()
                .ifPresent(text -> LOG.log(System.Logger.Level.WARNING, "node {0}: {1}", entry.node.name(), text));
        record.statsAge().forEach(metrics::acted);
        if (record.evictions().isEmpty()) {
            wake(entry, entry.every);
        } else {
            evict(entry, record.evictions(), record.evictions());
        }
    }

    /// One after another, as upstream does.
    private void evict(Watched entry, List<Eviction> left, List<Eviction> all) {
        if (!entry.current()) {
            return;
        }
        if (left.isEmpty()) {
            awaitGone(entry, all, loop.time().now().plus(GONE_WAIT));
            return;
        }
        Eviction eviction = left.getFirst();
        InvolvedObject about = about(eviction.pod());
        events.record(
                about,
                EventRecorder.Type.Warning,
                Eviction.REASON,
                eviction.message(),
                eviction.annotations().orElse(Map.of()));
        Runnable next = once(() -> {
            metrics.evicted(eviction);
            evict(entry, left.subList(1, left.size()), all);
        });
        loop.alarm(entry.alarm(), loop.time().now().plus(GraceRule.killWait(eviction.graceSeconds())), () -> {
            events.record(
                    about,
                    EventRecorder.Type.Warning,
                    "ExceededGracePeriod",
                    "Container runtime did not kill the pod within specified grace period.");
            next.run();
        });
        entry.ports.evict(eviction, () -> {
            if (entry.current()) {
                next.run();
            }
        });
    }

    private static Runnable once(Runnable event) {
        return new Runnable() {
            private boolean ran;

            @Override
            public void run() {
                if (!ran) {
                    ran = true;
                    event.run();
                }
            }
        };
    }

    private void awaitGone(Watched entry, List<Eviction> evictions, Tick until) {
        if (!entry.current()) {
            return;
        }
        boolean gone = evictions.stream().allMatch(each -> entry.ports.gone(each.pod()));
        boolean late = !until.isAfter(loop.time().now());
        Duration pause = gone || late ? Duration.ZERO : GONE_POLL;
        Runnable next = gone || late ? () -> pass(entry) : () -> awaitGone(entry, evictions, until);
        loop.alarm(entry.alarm(), loop.time().now().plus(pause), next);
    }

    private static InvolvedObject about(Pod pod) {
        return InvolvedObject.pod(
                pod.meta().namespace(), pod.meta().name(), pod.meta().uid());
    }
}
