package dev.tenure.controllers.nodereadiness;

import dev.tenure.model.core.Condition;
import dev.tenure.model.core.Node;
import java.util.List;

/// What rules look at of a node. Nodes are written for every heartbeat; most of that is nothing to them.
final class NodeSigns {
    private NodeSigns() {}

    /// Whether two states of a node may be different to some rule.
    static boolean differ(Node before, Node after) {
        return !before.spec().taints().equals(after.spec().taints())
                || !before.meta().labels().equals(after.meta().labels())
                || !before.meta().annotations().equals(after.meta().annotations())
                || otherConditions(before.status().conditions(), after.status().conditions());
    }

    private static boolean otherConditions(List<Condition> before, List<Condition> after) {
        if (before.size() != after.size()) {
            return true;
        }
        for (int i = 0; i < before.size(); i++) {
            Condition old = before.get(i);
            Condition now = after.get(i);
            if (!old.type().equals(now.type())
                    || old.status() != now.status()
                    || !old.lastTransitionTime().equals(now.lastTransitionTime())) {
                return true;
            }
        }
        return false;
    }
}
