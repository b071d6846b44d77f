package dev.tenure.kubelet.eviction;

import dev.tenure.kubelet.eviction.signal.Observations;
import dev.tenure.kubelet.eviction.threshold.PressureCondition;
import dev.tenure.kubelet.eviction.threshold.Signal;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// What was seen of one node's signals, and what the node did, for people: the last points of each signal and
/// the last deeds. A signal that stays as it is takes one point, so a node on which nothing moves costs next
/// to nothing; of values that follow one another faster than points may, the lowest and the highest are kept.
/// Confined to the loop of its node.
final class PressureHistoryState {
    /// How far points lie apart at least.
    static final Duration APART = Duration.ofSeconds(10);

    /// An hour of points, if each has another value.
    static final int POINTS_MAX = 360;

    static final int DEEDS_MAX = 50;

    /// What was left of a signal from a moment on.
    ///
    /// @param least the lowest that was seen before the next point, so that a dip between two is kept
    /// @param most the highest
    record Point(Instant at, long available, long least, long most) {
        private Point(Instant at, long available) {
            this(at, available, available, available);
        }

        private Point and(long next) {
            return new Point(at, next, Math.min(least, next), Math.max(most, next));
        }

        /// Whether more than one value was seen.
        boolean moved() {
            return least != most;
        }
    }

    /// Something that the node did.
    ///
    /// @param kind `condition`, `reclaim`, `eviction` or `spared`
    /// @param pod `namespace/name`; empty when it is about none
    record Deed(Instant at, String kind, String text, String pod) {}

    private final Map<Signal, Deque<Point>> points = new EnumMap<>(Signal.class);
    private final Deque<Deed> deeds = new ArrayDeque<>();
    private Set<PressureCondition> reported = Set.of();

    void seen(Instant now, Observations seen) {
        seen.bySignal().forEach((signal, observation) -> {
            Deque<Point> line = points.computeIfAbsent(signal, _ -> new ArrayDeque<>(2));
            long available = observation.available().value();
            if (line.isEmpty()) {
                line.add(new Point(now, available));
            } else if (line.getLast().available() != available) {
                seen(line, now, available);
            }
        });
    }

    /// Within [#APART] of the last point it becomes a part of that.
    private static void seen(Deque<Point> line, Instant now, long available) {
        Point last = line.getLast();
        if (now.isBefore(last.at().plus(APART))) {
            line.removeLast();
            line.addLast(last.and(available));
        } else {
            keep(line, new Point(now, available), POINTS_MAX);
        }
    }

    /// Notes what a pass has decided.
    void decided(Instant now, PassRecord pass) {
        conditions(now, pass.conditions());
        if (!pass.reclaimed().isEmpty()) {
            String wanted = pass.reclaiming().map(Signal::word).orElse("");
            pass.reclaimed()
                    .forEach(step -> deed(now, "reclaim", "cleaned up %s for %s".formatted(step.word(), wanted), ""));
        }
        pass.criticalSkipped()
                .forEach(pod -> deed(now, "spared", "is critical and was passed over", pod.qualifiedName()));
        pass.evictions()
                .forEach(eviction -> deed(
                        now,
                        "eviction",
                        eviction.message().strip(),
                        eviction.pod().qualifiedName()));
    }

    private void conditions(Instant now, Set<PressureCondition> conditions) {
        var changed = EnumSet.noneOf(PressureCondition.class);
        changed.addAll(conditions);
        reported.forEach(each -> {
            if (!changed.remove(each)) {
                deed(now, "condition", each.type() + " ended", "");
            }
        });
        changed.forEach(each -> deed(now, "condition", each.type() + " began", ""));
        reported = conditions;
    }

    private void deed(Instant now, String kind, String text, String pod) {
        keep(deeds, new Deed(now, kind, text, pod), DEEDS_MAX);
    }

    private static <T> void keep(Deque<T> all, T next, int most) {
        if (all.size() == most) {
            all.removeFirst();
        }
        all.addLast(next);
    }

    /// The eldest first.
    List<Point> points(Signal signal) {
        Deque<Point> line = points.get(signal);
        return line == null ? List.of() : List.copyOf(line);
    }

    /// The eldest first.
    List<Deed> deeds() {
        return List.copyOf(deeds);
    }
}
