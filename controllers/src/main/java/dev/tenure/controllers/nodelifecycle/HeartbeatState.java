package dev.tenure.controllers.nodelifecycle;

import dev.tenure.model.core.Condition;
import dev.tenure.model.core.Node;
import dev.tenure.runtime.time.Tick;
import dev.tenure.runtime.time.TimeSource;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/// When a node was last heard of, by our own clock. Confined to one loop. Upstream: nodeHealthData.
final class HeartbeatState {
    private final String name;
    private final SignsOfLife signs;
    private Tick heard;
    private Optional<Instant> readyHeartbeat;
    private Optional<Instant> leaseRenewed = Optional.empty();

    /// A node seen for the first time: one that reports is taken to be alive now unless more is known of it,
    /// one that never did since its creation.
    HeartbeatState(Node node, TimeSource time, SignsOfLife signs) {
        this.name = node.name();
        this.signs = signs;
        readyHeartbeat = node.condition(Node.READY).map(Condition::lastHeartbeatTime);
        heard = readyHeartbeat.isPresent()
                ? signs.first(name, time.now())
                : time.tickOf(time.asOfNow(node.meta().creationTimestamp()));
    }

    /// Takes in what the node's status says; a changed heartbeat, or a Ready condition that has come or
    /// gone, is a sign of life.
    void statusSeen(Node node, Tick now) {
        Optional<Instant> heartbeat = node.condition(Node.READY).map(Condition::lastHeartbeatTime);
        if (!heartbeat.equals(readyHeartbeat)) {
            readyHeartbeat = heartbeat;
            if (heartbeat.isEmpty() || signs.news(name, heartbeat.get())) {
                heard = now;
            }
        }
    }

    /// Takes in a lease; another renewal is a sign of life. Upstream takes only a later one, so that a node
    /// whose clock is set back counts as silent until it shows a later time than before.
    void leaseSeen(Instant renewed, Tick now) {
        if (leaseRenewed.isEmpty()) {
            heard = signs.first(name, now);
        } else if (!leaseRenewed.get().equals(renewed) && signs.news(name, renewed)) {
            heard = now;
        }
        leaseRenewed = Optional.of(renewed);
    }

    /// Counts the node as heard of now.
    void reset(Tick now) {
        heard = now;
    }

    /// Nobody listened for so long; the node is taken to have been heard of that much later, at most now.
    void leaveOut(Duration unheard, Tick now) {
        Tick later = heard.plus(unheard);
        heard = later.isAfter(now) ? now : later;
    }

    boolean silentFor(Duration grace, Tick now) {
        return now.isAfter(aliveUntil(grace, now));
    }

    /// The end of the grace period that the last sign of life gave.
    Tick aliveUntil(Duration grace, Tick now) {
        Optional<Tick> last = signs.last(name, now);
        return (last.isPresent() && last.get().isAfter(heard) ? last.get() : heard).plus(grace);
    }
}
