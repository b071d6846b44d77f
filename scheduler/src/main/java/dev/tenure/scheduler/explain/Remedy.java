package dev.tenure.scheduler.explain;

import java.util.List;

/// Changes that together let a pod run on a node; proved by asking all filters again.
///
/// @param nodes for each of which the same changes help, in order; empty when no node is promised
public record Remedy(List<String> nodes, List<SuggestedChange> changes) {
    public Remedy {
        nodes = List.copyOf(nodes);
        changes = List.copyOf(changes);
    }

    /// The node that the changes are reported for; empty when no node is promised.
    String node() {
        return nodes.isEmpty() ? "" : nodes.getFirst();
    }
}
