package dev.tenure.scheduler.fast;

import java.util.List;
import java.util.random.RandomGenerator;

/// The nodes as one class of pods ranks them, by position. Follows the cluster's changes when it is asked.
interface Ranking {
    int NOWHERE = -1;

    /// One of the nodes with the highest total, at random; [#NOWHERE] when none is feasible.
    int choose(RandomGenerator random);

    /// All nodes with the highest total, in no order; empty when none is feasible.
    List<Integer> best();
}
