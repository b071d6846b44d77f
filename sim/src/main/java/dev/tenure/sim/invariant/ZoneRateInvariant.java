package dev.tenure.sim.invariant;

import dev.tenure.model.core.Node;
import dev.tenure.model.core.TaintEffect;
import dev.tenure.model.core.WellKnownLabels;
import dev.tenure.model.core.WellKnownTaints;
import dev.tenure.runtime.time.Tick;
import dev.tenure.runtime.time.TimeSource;
import dev.tenure.sim.world.Component;
import dev.tenure.sim.world.Observer.Write;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// In no window of time are more nodes of a zone given their NoExecute taint than the zone's rate
/// allows: one, and one more for each 10 s, and one for each start of the controllers. A small zone
/// that has been partly down for long enough, and all zones when all are down, get none. A taint that
/// takes the place of its opposite does not count. Confined to the thread of its world.
final class ZoneRateInvariant implements Invariant {
    private static final String CONTROLLER = ":node-controller";
    private static final double PER_SECOND = 0.1;
    private static final double NANOS_PER_SECOND = 1e9;
    /// What messages on their way may take off a window.
    private static final Duration SLACK = Duration.ofMillis(200);
    /// One look at all nodes, and the race that upstream has as well: what was under way when the zone
    /// turned.
    private static final Duration NOTICED_WITHIN = Duration.ofMillis(5_400);
    private static final int REMEMBERED_MAX = 64;
    private static final int LARGE_ZONE = 50;
    private static final int PARTIAL_MIN = 3;
    private static final double PARTIAL_SHARE = 0.55;

    private final TimeSource time;
    private final Calm calm;
    private final Consumer<String> violated;
    private final Map<String, List<Tick>> taintedAt = new HashMap<>();
    private final List<Tick> startsAt = new ArrayList<>();
    private final Map<String, Tick> closedSince = new HashMap<>();
    /// By zone.
    private final Map<String, Integer> all = new TreeMap<>();
    private final Map<String, Integer> sick = new HashMap<>();

    ZoneRateInvariant(TimeSource time, ObservedCluster view, Calm calm, Consumer<String> violated) {
        this.time = time;
        this.calm = calm;
        this.violated = violated;
        view.nodes().forEach(node -> count(node, 1));
    }

    private void count(Node node, int by) {
        all.merge(zone(node), by, ZoneRateInvariant::sumOrNone);
        if (!ready(node)) {
            sick.merge(zone(node), by, ZoneRateInvariant::sumOrNone);
        }
    }

    private static @Nullable Integer sumOrNone(int one, int other) {
        return one + other == 0 ? null : one + other;
    }

    /// The controllers were started: their buckets are full again.
    void controllersStarted() {
        startsAt.add(time.now());
    }

    @Override
    public void after(Write write) {
        if (!ObservedCluster.isNode(write.after())) {
            return;
        }
        write.before().ifPresent(before -> count(before.view(Node.class), -1));
        if (!write.deletion()) {
            count(write.after().view(Node.class), 1);
        }
        if (readinessMoved(write)) {
            lookAtZones();
        }
        if (write.deletion() || !write.origin().user().endsWith(CONTROLLER)) {
            return;
        }
        boolean had =
                write.before().map(before -> lost(before.view(Node.class))).orElse(false);
        Node node = write.after().view(Node.class);
        if (!had && lost(node)) {
            tainted(node);
        }
    }

    private static boolean readinessMoved(Write write) {
        boolean before =
                write.before().map(node -> ready(node.view(Node.class))).orElse(false);
        return write.deletion()
                || write.before().isEmpty()
                || before != ready(write.after().view(Node.class));
    }

    private static boolean ready(Node node) {
        return node.isTrue(Node.READY);
    }

    private static boolean lost(Node node) {
        return node.spec().taints().stream()
                .anyMatch(taint -> taint.effect() == TaintEffect.NO_EXECUTE
                        && (taint.key().equals(WellKnownTaints.NOT_READY)
                                || taint.key().equals(WellKnownTaints.UNREACHABLE)));
    }

    private static String zone(Node node) {
        return node.meta().labels().getOrDefault(WellKnownLabels.ZONE, "");
    }

    /// Notes since when each zone is to get no taints.
    private void lookAtZones() {
        boolean allDown =
                all.entrySet().stream().allMatch(zone -> zone.getValue().equals(sick.getOrDefault(zone.getKey(), 0)));
        for (String zone : all.keySet()) {
            int size = all.getOrDefault(zone, 0);
            int down = sick.getOrDefault(zone, 0);
            boolean partly = down < size && down >= PARTIAL_MIN && (double) down / size >= PARTIAL_SHARE;
            boolean closed = allDown || (partly && size <= LARGE_ZONE);
            if (closed) {
                closedSince.putIfAbsent(zone, time.now());
            } else {
                closedSince.remove(zone);
            }
        }
        closedSince.keySet().retainAll(all.keySet());
    }

    private void tainted(Node node) {
        String zone = zone(node);
        Tick now = time.now();
        List<Tick> earlier = taintedAt.computeIfAbsent(zone, _ -> new ArrayList<>());
        for (int i = 0; i < earlier.size(); i++) {
            int tainted = earlier.size() - i + 1;
            check(zone, earlier.get(i), now, tainted);
        }
        earlier.add(now);
        if (earlier.size() > REMEMBERED_MAX) {
            earlier.removeFirst();
        }
        Optional<Tick> closed = Optional.ofNullable(closedSince.get(zone));
        boolean known = closed.map(
                        since -> calm.upToDateAt(Component.CONTROLLERS).isAfter(since.plus(NOTICED_WITHIN)))
                .orElse(false);
        if (known) {
            violated.accept("node %s was tainted although its zone \"%s\" is to be left alone since %s"
                    .formatted(node.name(), zone, closed.get()));
        }
    }

    private void check(String zone, Tick from, Tick now, int tainted) {
        double seconds = now.since(from).plus(SLACK).toNanos() / NANOS_PER_SECOND;
        long starts = startsAt.stream()
                .filter(start -> !from.isAfter(start) && !start.isAfter(now))
                .count();
        if (tainted > 1 + starts + Math.floor(PER_SECOND * seconds)) {
            violated.accept("%d nodes of zone \"%s\" were tainted within %.1f s"
                    .formatted(tainted, zone, now.since(from).toNanos() / NANOS_PER_SECOND));
        }
    }
}
