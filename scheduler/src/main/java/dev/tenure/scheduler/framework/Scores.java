package dev.tenure.scheduler.framework;

import dev.tenure.scheduler.view.NodeState;
import java.util.ArrayList;
import java.util.List;

/// The scores of the feasible nodes of a pod. Arrays are in the order of `nodes` and are not to be
/// changed.
public record Scores(List<NodeState> nodes, long[] totals, List<Part> parts) {
    /// What one plugin contributes.
    public record Part(String plugin, int weight, long[] raw, long[] normalized) {}

    public Scores {
        nodes = List.copyOf(nodes);
        parts = List.copyOf(parts);
    }

    /// The nodes with the highest total.
    public List<NodeState> best() {
        long highest = Long.MIN_VALUE;
        for (long total : totals) {
            highest = Math.max(highest, total);
        }
        var best = new ArrayList<NodeState>();
        for (int i = 0; i < totals.length; i++) {
            if (totals[i] == highest) {
                best.add(nodes.get(i));
            }
        }
        return best;
    }
}
