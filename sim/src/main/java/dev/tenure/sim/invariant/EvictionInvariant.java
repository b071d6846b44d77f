package dev.tenure.sim.invariant;

import dev.tenure.model.core.Condition;
import dev.tenure.model.core.Node;
import dev.tenure.model.core.Pod;
import dev.tenure.model.core.Stay;
import dev.tenure.model.core.Toleration;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.rules.taint.TolerationRule;
import dev.tenure.runtime.time.Tick;
import dev.tenure.runtime.time.TimeSource;
import dev.tenure.sim.invariant.StayBounds.Moment;
import dev.tenure.sim.invariant.StayBounds.Start;
import dev.tenure.sim.world.Component;
import dev.tenure.sim.world.Observer.Write;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Consumer;

/// Nobody is evicted before the stay ends, no eviction that was called off happens, and nobody stays
/// longer than [#STAYS_ON_MAX] after the end, or after the controllers have recovered from a
/// disturbance. The ends are worked out here once more, from the taints and tolerations that the store
/// shows and from when they came there.
///
/// What the controllers cannot know yet is not held against them: an eviction counts as called off only
/// when its reason has been gone for longer than their knowledge is old. The taints of a node that is
/// deleted go on to count until it is made anew, as upstream. Confined to the thread of its world.
final class EvictionInvariant implements Invariant {
    /// The stated bound.
    static final Duration STAYS_ON_MAX = Duration.ofSeconds(5);

    private static final String CONTROLLER = ":node-controller";
    /// What messages on their way and five attempts may take.
    private static final Duration UNDER_WAY = Duration.ofMillis(500);
    /// The moment of a binding is written in whole seconds, and its end counts.
    private static final Duration WRITTEN_PRECISION = Duration.ofSeconds(1);

    private record Step(Tick at, Duration by) {}

    /// When a pod came to its node, by what is written of it and by clocks that were stepped since.
    private record Arrival(Instant earliest, Instant latest) {
        Arrival perhapsStepped(Duration by) {
            return new Arrival(
                    by.isNegative() ? earliest.plus(by) : earliest, by.isNegative() ? latest : latest.plus(by));
        }
    }

    private final TimeSource time;
    private final ObservedCluster view;
    private final Calm calm;
    private final Consumer<String> violated;
    private final Map<String, StayBounds> bounds = new HashMap<>();
    /// Those of `bounds` that are not empty.
    private final Map<String, StayBounds> tainted = new TreeMap<>();
    private final Map<String, Arrival> boundAt = new HashMap<>();
    private final Map<String, Tick> dueSince = new HashMap<>();
    private final List<Step> steps = new ArrayList<>();
    private Instant wallBefore;

    EvictionInvariant(TimeSource time, ObservedCluster view, Calm calm, Consumer<String> violated) {
        this.time = time;
        this.view = view;
        this.calm = calm;
        this.violated = violated;
        this.wallBefore = time.wall();
        view.nodes().forEach(node -> follow(node.name()));
    }

    private Moment moment() {
        return new Moment(time.wall(), time.now(), calm.upToDateAt(Component.CONTROLLERS));
    }

    @Override
    public void before(Write write) {
        StoredObject object = write.after();
        if (ObservedCluster.isPod(object) && write.before().isPresent()) {
            Pod before = write.before().get().view(Pod.class);
            Pod after = object.view(Pod.class);
            boolean leaves = !before.meta().deleting()
                    && (write.deletion() || after.meta().deleting());
            boolean evicted = leaves
                    && write.origin().verb().equals("DELETE")
                    && write.origin().user().endsWith(CONTROLLER);
            if (evicted) {
                evicted(before);
            }
        }
    }

    @Override
    public void after(Write write) {
        StoredObject object = write.after();
        String name = object.key().name();
        if (ObservedCluster.isNode(object)) {
            if (!write.deletion()) {
                follow(name);
            }
        } else if (ObservedCluster.isPod(object)) {
            if (write.deletion()) {
                boundAt.remove(object.uid());
                dueSince.remove(object.uid());
            } else if (arrives(write)) {
                boundAt.put(object.uid(), new Arrival(time.wall(), time.wall()));
            }
        }
    }

    private static boolean arrives(Write write) {
        return write.after().view(Pod.class).spec().bound()
                && write.before()
                        .filter(before -> before.view(Pod.class).spec().bound())
                        .isEmpty();
    }

    private void follow(String node) {
        Optional<Node> found = view.node(node);
        if (found.isEmpty()) {
            return;
        }
        StayBounds standing = bounds.get(node);
        if (standing == null) {
            standing = new StayBounds();
            bounds.put(node, standing);
        }
        if (standing.isEmpty() && found.get().spec().taints().isEmpty()) {
            return;
        }
        standing.follow(found.get().spec().taints(), moment());
        if (!standing.isEmpty()) {
            tainted.put(node, standing);
        } else if (tainted.remove(node) != null) {
            view.podsOn(node).forEach(pod -> dueSince.remove(pod.meta().uid()));
        }
    }

    @Override
    public void clockSteps() {
        wallBefore = time.wall();
    }

    /// The wall clock was stepped since [#clockSteps()].
    void clockStepped() {
        steps.add(new Step(time.now(), Duration.between(wallBefore, time.wall())));
        Duration by = Duration.between(wallBefore, time.wall());
        view.pods().forEach(pod -> boundAt.computeIfAbsent(pod.meta().uid(), _ -> written(pod)));
        boundAt.replaceAll((_, arrival) -> arrival.perhapsStepped(by));
        tainted.values().forEach(standing -> standing.clockStepped(by, moment()));
    }

    private void evicted(Pod pod) {
        Tick known = calm.upToDateAt(Component.CONTROLLERS);
        Instant latest = time.wall();
        Instant shown = latest;
        for (int i = steps.size() - 1; i >= 0 && !known.isAfter(steps.get(i).at()); i--) {
            shown = shown.minus(steps.get(i).by());
            latest = shown.isAfter(latest) ? shown : latest;
        }
        if (!justified(pod, latest, known)) {
            violated.accept("pod %s was evicted from %s at %s although %s"
                    .formatted(pod.qualifiedName(), pod.spec().nodeName(), time.wall(), why(pod, known)));
        }
    }

    private String why(Pod pod, Tick known) {
        List<String> ends = possible(pod, known).stream()
                .map(start -> start.taint() + " "
                        + end(pod, start, start.early(), bound(pod).earliest())
                                .map(Instant::toString)
                                .orElse("never"))
                .toList();
        return ends.isEmpty() ? "the node has no taint for it" : "its stays end not before, by taint, " + ends;
    }

    /// The taints that the controllers may take the node of a pod to have when they know the state as
    /// of `known`.
    private List<Start> possible(Pod pod, Tick known) {
        StayBounds standing = bounds.get(pod.spec().nodeName());
        return standing == null ? List.of() : standing.since(known.minus(UNDER_WAY));
    }

    /// Whether a pod has to go when the wall clock shows `wall`, for all that the controllers may know.
    private boolean justified(Pod pod, Instant wall, Tick known) {
        return possible(pod, known).stream()
                .anyMatch(start -> end(pod, start, start.early(), bound(pod).earliest())
                        .filter(end -> !end.isAfter(wall))
                        .isPresent());
    }

    /// When the stay of a pod under one taint ends if the taint came at `begun`; absent when it never
    /// does.
    private Optional<Instant> end(Pod pod, Start start, Instant begun, Instant bound) {
        Toleration consent = null;
        for (Toleration toleration : pod.spec().tolerations()) {
            if (consent == null && TolerationRule.tolerates(toleration, start.taint())) {
                consent = toleration;
            }
        }
        if (consent == null) {
            return Optional.of(Instant.MIN);
        }
        return switch (consent.stay()) {
            case Stay.Forever _ -> Optional.empty();
            case Stay.AtMost atMost -> {
                Instant begin = begun.isAfter(bound) ? begun : bound;
                yield Optional.of(
                        atMost.seconds() <= 0 ? Instant.MIN : begin.plusSeconds(Math.min(atMost.seconds(), 1L << 33)));
            }
        };
    }

    private static boolean isOver(Optional<Instant> end, Moment moment) {
        return end.isPresent()
                && (end.get().equals(Instant.MIN)
                        || !end.get().plus(WRITTEN_PRECISION).isAfter(moment.wall()));
    }

    private Arrival bound(Pod pod) {
        Arrival seen = boundAt.get(pod.meta().uid());
        return seen != null ? seen : written(pod);
    }

    private static Arrival written(Pod pod) {
        Instant at = pod.status()
                .condition(Pod.SCHEDULED)
                .map(Condition::lastTransitionTime)
                .orElse(pod.meta().creationTimestamp());
        return new Arrival(at, at);
    }

    @Override
    public void second() {
        Moment moment = moment();
        tainted.values().forEach(standing -> standing.second(moment));
        if (!moment.prompt()) {
            dueSince.clear();
            return;
        }
        tainted.forEach((node, standing) -> {
            List<Start> starts = standing.all();
            for (Pod pod : view.podsOn(node)) {
                checkStay(pod, starts, moment);
            }
        });
    }

    private void checkStay(Pod pod, List<Start> starts, Moment moment) {
        boolean due = false;
        for (Start start : starts) {
            due |= !pod.meta().deleting()
                    && start.seen().isPresent()
                    && isOver(end(pod, start, start.seen().get(), bound(pod).latest()), moment);
        }
        String uid = pod.meta().uid();
        if (!due) {
            dueSince.remove(uid);
            return;
        }
        Tick since = dueSince.computeIfAbsent(uid, _ -> moment.now());
        if (moment.now().isAfter(since.plus(STAYS_ON_MAX))) {
            violated.accept("pod %s still stays on %s, %.0f s after it had to go"
                    .formatted(
                            pod.qualifiedName(),
                            pod.spec().nodeName(),
                            moment.now().since(since).toNanos() / 1e9));
        }
    }
}
