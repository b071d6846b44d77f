package dev.tenure.console.follow;

import dev.tenure.model.core.Condition;
import dev.tenure.model.core.Node;
import dev.tenure.model.meta.StoredObject;
import java.util.List;

/// Whether a node that was written anew looks other than before. Thousands of nodes say every few minutes
/// that they are alive; nobody need look again because of that. Pure.
final class NodeChangeRule {
    private NodeChangeRule() {}

    /// Whether nothing but the times of heartbeats differs; never so for what is no node.
    static boolean onlyBeat(StoredObject before, StoredObject after) {
        boolean nodes = after.key().group().isEmpty() && after.key().resource().equals("nodes");
        return nodes && onlyBeat(before.view(Node.class), after.view(Node.class));
    }

    static boolean onlyBeat(Node before, Node after) {
        return before.spec().equals(after.spec())
                && before.meta().uid().equals(after.meta().uid())
                && before.meta().labels().equals(after.meta().labels())
                && before.meta().annotations().equals(after.meta().annotations())
                && before.meta().deleting() == after.meta().deleting()
                && before.status().capacity().equals(after.status().capacity())
                && before.status().allocatable().equals(after.status().allocatable())
                && reported(before).equals(reported(after));
    }

    private record Reported(String type, Condition.Truth status, String reason, String message) {}

    private static List<Reported> reported(Node node) {
        return node.status().conditions().stream()
                .map(each -> new Reported(each.type(), each.status(), each.reason(), each.message()))
                .toList();
    }
}
