package dev.tenure.scheduler.framework;

import dev.tenure.scheduler.view.NodeState;
import java.util.List;

/// Ranks the feasible nodes of a pod.
public interface ScorePlugin extends Plugin {
    long SCORE_MAX = 100;

    /// The raw score of a node. Unless [#normalize] says otherwise it lies between 0 and [#SCORE_MAX].
    long score(Cycle cycle, NodeState node);

    /// Turns raw scores, in the order of `nodes`, into scores between 0 and [#SCORE_MAX], in place.
    default void normalize(Cycle cycle, List<NodeState> nodes, long[] scores) {}

    /// Whether a node's score depends on the scores of the others.
    default boolean normalizes() {
        return false;
    }

    /// What the raw score looks at.
    default Reach scoreReach() {
        return Reach.CLUSTER;
    }

    /// Scales to the highest raw score; `reverse` lets the lowest win. All raw scores 0: all 0, or all 100
    /// reversed.
    static void scaleToMax(long[] scores, boolean reverse) {
        long max = 0;
        for (long score : scores) {
            max = Math.max(max, score);
        }
        for (int i = 0; i < scores.length; i++) {
            long scaled = max == 0 ? 0 : SCORE_MAX * scores[i] / max;
            scores[i] = reverse ? SCORE_MAX - scaled : scaled;
        }
    }
}
