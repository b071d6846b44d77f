package dev.tenure.controllers.nodelifecycle;

import dev.tenure.model.core.Condition;
import dev.tenure.model.core.Node;
import dev.tenure.runtime.time.Beats;
import dev.tenure.runtime.time.Tick;
import dev.tenure.runtime.time.TimeSource;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/// When a node was last heard of, by our own clock. Confined to one loop. Upstream: nodeHealthData.
final class HeartbeatState {
    private final String name;
    private final Beats beats;
    private Tick heard;
    private Optional<Instant> readyHeartbeat;
    private Optional<Instant> leaseRenewed = Optional.empty();

    /// A node seen for the first time: one that reports is taken to be alive now, one that never did
    /// since its creation.
    ///
    /// @param beats signs of life that nobody writes
    HeartbeatState(Node node, TimeSource time, Beats beats) {
        this.name = node.name();
        this.beats = beats;
        readyHeartbeat = node.condition(Node.READY).map(Condition::lastHeartbeatTime);
        heard = readyHeartbeat.isPresent()
                ? time.now()
                : time.tickOf(node.meta().creationTimestamp());
    }

    /// Takes in what the node's status says; a changed heartbeat, or a Ready condition that has come or
    /// gone, is a sign of life.
    void statusSeen(Node node, Tick now) {
        Optional<Instant> heartbeat = node.condition(Node.READY).map(Condition::lastHeartbeatTime);
        if (!heartbeat.equals(readyHeartbeat)) {
            readyHeartbeat = heartbeat;
            if (heartbeat.isEmpty() || !beats.isLate(name, heartbeat.get())) {
                heard = now;
            }
        }
    }

    /// Takes in a lease; a newer renewal is a sign of life.
    void leaseSeen(Instant renewed, Tick now) {
        boolean first = leaseRenewed.isEmpty();
        if (first || leaseRenewed.get().isBefore(renewed)) {
            leaseRenewed = Optional.of(renewed);
            if (first || !beats.isLate(name, renewed)) {
                heard = now;
            }
        }
    }

    /// Counts the node as heard of now.
    void reset(Tick now) {
        heard = now;
    }

    boolean silentFor(Duration grace, Tick now) {
        return now.isAfter(aliveUntil(grace, now));
    }

    /// Whether the node gives signs of life by itself, which it does until [Beats#endings] has grown.
    boolean beating() {
        return beats.beating(name);
    }

    /// The end of the grace period that the last sign of life gave.
    Tick aliveUntil(Duration grace, Tick now) {
        Tick written = heard.plus(grace);
        return beats.last(name, now)
                .map(beat -> beat.at().plus(grace))
                .filter(unwritten -> unwritten.isAfter(written))
                .orElse(written);
    }
}
