package dev.tenure.simnodes;

import dev.tenure.client.events.EventRecorder;
import dev.tenure.client.events.InvolvedObject;
import dev.tenure.kubelet.eviction.PressureMessageRule;
import dev.tenure.kubelet.eviction.threshold.PressureCondition;
import dev.tenure.model.core.Condition;
import dev.tenure.model.core.Node;

/// The Events about conditions of a simulated node that change. Upstream: kubelet/nodestatus/setters.go.
final class NodeChangeEvents {
    private NodeChangeEvents() {}

    /// Events for conditions that come and go; a node that has never spoken of one has nothing to tell.
    static void tell(EventRecorder events, Node node, NodeReport.NodeState current) {
        for (PressureCondition each : PressureCondition.values()) {
            boolean holds = current.pressures().contains(each);
            tell(events, node, each.type(), holds, PressureMessageRule.event(each, holds));
        }
        tell(events, node, Node.READY, current.ready(), current.ready() ? "NodeReady" : "NodeNotReady");
    }

    private static void tell(EventRecorder events, Node node, String condition, boolean holds, String word) {
        Condition.Truth truth = holds ? Condition.Truth.TRUE : Condition.Truth.FALSE;
        boolean changed = node.condition(condition)
                .filter(before -> before.status() != truth && before.status() != Condition.Truth.UNKNOWN)
                .isPresent();
        if (changed) {
            events.record(
                    InvolvedObject.node(node.name(), node.name()),
                    EventRecorder.Type.Normal,
                    word,
                    "Node %s status is now: %s".formatted(node.name(), word));
        }
    }
}
