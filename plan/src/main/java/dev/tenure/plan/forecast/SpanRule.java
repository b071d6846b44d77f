package dev.tenure.plan.forecast;

import dev.tenure.plan.forecast.EvictionPlan.Span;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/// Between which moments something may happen whose exact one nobody sees from outside. All times count from
/// the beginning of the forecast. Upstream: node_lifecycle_controller.go monitorNodeHealth, gc_controller.go
/// gcOrphaned, kubectl/pkg/drain/drain.go evictPods.
final class SpanRule {
    /// How often kubelets renew their leases.
    private static final Duration HEARTBEAT = Duration.ofSeconds(10);
    /// How often a node looks at its memory and disks.
    private static final Duration NODE_LOOK = Duration.ofSeconds(10);
    /// How often the collector of pods looks, and how long a node must be gone.
    private static final Duration LOOK = Duration.ofSeconds(20);
    private static final Duration QUARANTINE = Duration.ofSeconds(40);
    private static final Duration RETRY = Duration.ofSeconds(5);
    /// The scheduler tries again by itself what has waited for five minutes, which it looks for every half
    /// minute.
    static final Duration NEXT_TRY = Duration.ofSeconds(330);

    private SpanRule() {}

    /// A node that falls silent.
    ///
    /// @param from the earliest moment of its last heartbeat
    /// @param to the latest one
    /// @param tainted when the forecast taints it
    /// @param first when the forecast taints the first one of its zone
    /// @param last and when the last one: which of them gets which turn is open
    record Silence(Duration from, Duration to, Duration tainted, Duration first, Duration last) {
        /// @param silent when it fell silent
        /// @param heard its last heartbeat that is known, if it was before the beginning
        static Silence at(Duration silent, Optional<Duration> heard, Duration tainted, Duration first, Duration last) {
            Duration latest = silent.minus(HEARTBEAT);
            Duration from = heard.filter(at -> at.compareTo(latest) > 0 && at.compareTo(silent) < 0)
                    .orElse(latest);
            return new Silence(from, silent, tainted, first, last);
        }
    }

    /// The controller sees a heartbeat with its next look, and that the time is over with the one after it.
    /// Where nodes of a zone fall silent one after the other, it may be partly disrupted in between: then its
    /// turns begin one later.
    ///
    /// @param leaves when the forecast has the pod go
    static Span ofSilence(Duration leaves, Silence node, ForecastOptions.Monitor monitor) {
        Duration stay = leaves.minus(node.tainted());
        Duration turns = node.last().minus(node.first());
        if (turns.isPositive() && monitor.rate() > 0) {
            turns = turns.plusMillis((long) (1000 / monitor.rate()));
        }
        Duration earliest = node.from().plus(monitor.grace()).plus(stay);
        Duration latest = node.to()
                .plus(monitor.grace())
                .plus(monitor.period().multipliedBy(2))
                .plus(turns)
                .plus(stay);
        return around(leaves, earliest, latest);
    }

    /// A node looks every 10 s: when within them is its own.
    static Span ofPressure(Duration leaves) {
        return around(leaves, leaves.minus(NODE_LOOK), leaves.plus(NODE_LOOK));
    }

    /// @param deleted when the node of the pod was
    static Span ofCollection(Duration leaves, Duration deleted) {
        return around(
                leaves,
                deleted.plus(QUARANTINE),
                deleted.plus(QUARANTINE).plus(LOOK).plus(LOOK));
    }

    /// A DaemonSet gives up a pod that has no node yet when it next hears of one of its pods, at the latest
    /// when the scheduler has tried that pod again.
    ///
    /// @param changed when its node went or got another taint
    static Span ofNextTry(Duration leaves, Duration changed) {
        return around(leaves, changed, changed.plus(NEXT_TRY));
    }

    /// A drain asks for all pods of a node at once, and again while a budget refuses: which is heard first is
    /// open.
    ///
    /// @param first when the forecast has the first pod go that shares a budget with it
    /// @param last and when the last one
    static Span ofTurns(Duration leaves, Duration first, Duration last) {
        return around(leaves, first, last.plus(RETRY));
    }

    /// Whether a drain that was refused asks again within this time.
    static boolean isOneTry(Duration after) {
        return !after.isNegative() && after.compareTo(RETRY) <= 0;
    }

    /// That of a pod which leaves so long after another one.
    ///
    /// @param before when the forecast has the other one go
    /// @param span between which moments the other one may go
    static Span shifted(Duration leaves, Duration before, Span span) {
        return around(
                leaves,
                leaves.minus(before.minus(span.earliest())).minus(RETRY),
                leaves.plus(span.latest().minus(before)).plus(RETRY));
    }

    /// Whether there is a moment that belongs to both.
    static boolean overlap(Span one, Span other) {
        return one.earliest().compareTo(other.latest()) < 0 && other.earliest().compareTo(one.latest()) < 0;
    }

    /// What holds all of them.
    static Span around(Duration leaves, Optional<Span> own, List<Span> others) {
        Span all = own.orElseGet(() -> new Span(leaves, leaves));
        for (Span other : others) {
            all = new Span(
                    all.earliest().compareTo(other.earliest()) < 0 ? all.earliest() : other.earliest(),
                    all.latest().compareTo(other.latest()) > 0 ? all.latest() : other.latest());
        }
        return all;
    }

    private static Span around(Duration leaves, Duration earliest, Duration latest) {
        Duration begin = earliest.isNegative() ? Duration.ZERO : earliest;
        return new Span(begin.compareTo(leaves) < 0 ? begin : leaves, latest.compareTo(leaves) > 0 ? latest : leaves);
    }
}
