package dev.tenure.controllers.nodelifecycle;

import dev.tenure.model.core.Condition;
import dev.tenure.model.core.Condition.Truth;
import dev.tenure.model.core.Node;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// What a silent node's conditions become. Upstream: tryUpdateNodeHealth.
final class NodeHealthRule {
    private static final List<String> WATCHED =
            List.of(Node.READY, Node.MEMORY_PRESSURE, Node.DISK_PRESSURE, Node.PID_PRESSURE);

    private NodeHealthRule() {}

    /// The conditions that have to be written because the node has been silent for too long. Empty when
    /// all are unknown already. NetworkUnavailable is not the kubelet's and is left alone.
    public static List<Condition> silenced(Node node, Instant wall) {
        Instant now = wall.truncatedTo(ChronoUnit.SECONDS);
        var changed = new ArrayList<Condition>();
        for (String type : WATCHED) {
            Optional<Condition> present = node.condition(type);
            if (present.isEmpty()) {
                changed.add(new Condition(
                        type,
                        Truth.UNKNOWN,
                        "NodeStatusNeverUpdated",
                        "Kubelet never posted node status.",
                        now,
                        node.meta().creationTimestamp(),
                        0));
            } else if (present.get().status() != Truth.UNKNOWN) {
                changed.add(new Condition(
                        type,
                        Truth.UNKNOWN,
                        "NodeStatusUnknown",
                        "Kubelet stopped posting node status.",
                        now,
                        present.get().lastHeartbeatTime(),
                        0));
            }
        }
        return changed;
    }
}
