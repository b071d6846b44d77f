package dev.tenure.scheduler.cache;

import dev.tenure.model.core.WellKnownLabels;
import dev.tenure.scheduler.view.NodeState;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// The order in which nodes are looked at: one of each zone in turn, so that a search that stops early has
/// seen all zones. Upstream: pkg/scheduler/backend/cache/node_tree.go.
final class NodeOrder {

    private NodeOrder() {}

    static List<NodeState> of(Collection<NodeState> nodes) {
        Map<String, List<NodeState>> zones = new LinkedHashMap<>();
        for (NodeState node : nodes) {
            zones.computeIfAbsent(zone(node), key -> new ArrayList<>()).add(node);
        }
        if (zones.size() < 2) {
            return List.copyOf(nodes);
        }
        var order = new ArrayList<NodeState>(nodes.size());
        for (int turn = 0; order.size() < nodes.size(); turn++) {
            for (List<NodeState> zone : zones.values()) {
                if (turn < zone.size()) {
                    order.add(zone.get(turn));
                }
            }
        }
        return List.copyOf(order);
    }

    /// Region and zone of a node, as one word.
    static String zone(NodeState node) {
        return either(node, WellKnownLabels.REGION, WellKnownLabels.BETA_REGION) + ":"
                + either(node, WellKnownLabels.ZONE, WellKnownLabels.BETA_ZONE);
    }

    private static String either(NodeState node, String key, String oldKey) {
        String value = node.label(key);
        if (value == null) {
            value = node.label(oldKey);
        }
        return value == null ? "" : value;
    }
}
