package dev.tenure.controllers.nodelifecycle;

import dev.tenure.model.core.Condition;
import dev.tenure.model.core.Condition.Truth;
import dev.tenure.model.core.Node;
import dev.tenure.runtime.time.Beats;
import dev.tenure.runtime.time.TimeSource;
import java.util.List;
import java.util.Optional;

/// What the controller knows of one node. Confined to its loop.
final class NodeEntry {
    private Node node;
    private final HeartbeatState heartbeat;
    private String zone;
    private boolean registered;
    private Optional<Truth> claimed = Optional.empty();
    private boolean taintsBeingWritten;
    private boolean podsToMark;

    NodeEntry(Node node, String zone, TimeSource time, Beats beats) {
        this.node = node;
        this.zone = zone;
        this.heartbeat = new HeartbeatState(node, time, beats);
    }

    Node node() {
        return node;
    }

    /// A newer state of the node; a claim of ours ends as soon as the node itself shows something else
    /// than before.
    void update(Node newer) {
        boolean moved = !conditions(newer).equals(conditions(node));
        node = newer;
        if (moved) {
            claimed = Optional.empty();
        }
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

    void claimUnknown() {
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

    /// Whether marking the pods as not ready is still to be done.
    boolean podsToMark() {
        return podsToMark;
    }

    void podsToMark(boolean toMark) {
        podsToMark = toMark;
    }
}
