package dev.tenure.controllers.nodelifecycle;

import dev.tenure.model.core.Condition;
import dev.tenure.model.core.Condition.Truth;
import dev.tenure.model.core.Node;
import dev.tenure.runtime.time.Tick;
import dev.tenure.runtime.time.TimeSource;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/// What the controller knows of one node. Confined to its loop.
final class NodeEntry {
    private static final Tick NEVER = new Tick(Long.MIN_VALUE);

    private static final String EXCLUDED = "node.kubernetes.io/exclude-disruption";

    private Node node;
    private boolean counts;
    private final HeartbeatState heartbeat;
    private String zone;
    private boolean registered;
    private Optional<Truth> claimed = Optional.empty();
    private boolean taintsBeingWritten;
    private boolean quiet;
    private Tick aliveUntil = NEVER;

    NodeEntry(Node node, String zone, TimeSource time, SignsOfLife signs) {
        this.node = node;
        this.counts = !excluded(node);
        this.zone = zone;
        this.heartbeat = new HeartbeatState(node, time, signs);
    }

    Node node() {
        return node;
    }

    /// A newer state of the node; a claim of ours ends as soon as the node itself shows something else
    /// than before.
    void update(Node newer) {
        boolean moved = !conditions(newer).equals(conditions(node));
        node = newer;
        counts = !excluded(newer);
        quiet = false;
        if (moved) {
            claimed = Optional.empty();
        }
    }

    private static boolean excluded(Node node) {
        return node.meta().labels().containsKey(EXCLUDED);
    }

    /// Whether the node counts where the health of its zone is concerned.
    boolean counts() {
        return counts;
    }

    private static List<Condition> conditions(Node node) {
        return node.status().conditions();
    }

    HeartbeatState heartbeat() {
        return heartbeat;
    }

    String zone() {
        return zone;
    }

    void moveTo(String newZone) {
        quiet = false;
        zone = newZone;
    }

    /// Whether the node has been through a pass and was announced.
    boolean registered() {
        return registered;
    }

    void register() {
        registered = true;
    }

    /// The status of Ready, as the node shows it or as we have just decided and not yet seen written;
    /// absent without a Ready condition.
    Optional<Truth> ready() {
        return claimed.isPresent() ? claimed : node.condition(Node.READY).map(Condition::status);
    }

    /// The last look at the node found it in order and left nothing to do.
    void foundInOrder() {
        quiet = true;
    }

    /// Whether another look would find the same: nothing was reported about the node since it was in order,
    /// and its grace period has not ended.
    boolean quietAt(Tick now, Duration grace) {
        if (quiet && now.isAfter(aliveUntil)) {
            aliveUntil = heartbeat.aliveUntil(grace, now);
        }
        return quiet && !now.isAfter(aliveUntil);
    }

    /// Until when [#quietAt] holds at least if nothing is reported about the node but signs of life; in the
    /// past when it does not hold.
    Tick quietUntil(Tick now, Duration grace) {
        if (!quiet) {
            return NEVER;
        }
        aliveUntil = heartbeat.aliveUntil(grace, now);
        return aliveUntil;
    }

    void claimUnknown() {
        quiet = false;
        claimed = Optional.of(Truth.UNKNOWN);
    }

    void dropClaim() {
        claimed = Optional.empty();
    }

    boolean taintsBeingWritten() {
        return taintsBeingWritten;
    }

    void taintsBeingWritten(boolean writing) {
        taintsBeingWritten = writing;
    }
}
