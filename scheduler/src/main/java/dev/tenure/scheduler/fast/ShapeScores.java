package dev.tenure.scheduler.fast;

import dev.tenure.scheduler.framework.Cycle;
import dev.tenure.scheduler.framework.FilterPlugin;
import dev.tenure.scheduler.framework.ScorePlugin;
import dev.tenure.scheduler.view.NodeState;
import java.util.Arrays;

/// What nodes are worth to pods of certain requests, as far as only these requests and the sums over the
/// node count. Shared by all classes of pods with these requests and by nodes until they change. Confined
/// to the loop.
final class ShapeScores {
    static final int NO_ROOM = -1;

    private static final long NEVER = -1;

    private final FilterPlugin[] filters;
    private final ScorePlugin[] scores;
    private final int[] weights;
    private long[] versions = new long[0];
    private int[] sums = new int[0];
    private long seenRebuilds = NEVER;

    ShapeScores(FilterPlugin[] filters, ScorePlugin[] scores, int[] weights) {
        this.filters = filters;
        this.scores = scores;
        this.weights = weights;
    }

    /// Forgets all nodes if the cluster has been rebuilt since the last time; there are `nodes` of them
    /// from here on.
    void renew(long rebuilds, int nodes) {
        if (seenRebuilds == rebuilds && sums.length == nodes) {
            return;
        }
        seenRebuilds = rebuilds;
        versions = new long[nodes];
        Arrays.fill(versions, NEVER);
        sums = new int[nodes];
    }

    /// The weighted sum of the scores of a node, or [#NO_ROOM].
    int of(Cycle cycle, NodeState node) {
        int position = node.position();
        if (versions[position] != node.version()) {
            versions[position] = node.version();
            sums[position] = workOut(cycle, node);
        }
        return sums[position];
    }

    private int workOut(Cycle cycle, NodeState node) {
        for (FilterPlugin filter : filters) {
            if (!filter.admits(cycle, node)) {
                return NO_ROOM;
            }
        }
        int sum = 0;
        for (int i = 0; i < scores.length; i++) {
            sum += weights[i] * (int) scores[i].score(cycle, node);
        }
        return sum;
    }
}
