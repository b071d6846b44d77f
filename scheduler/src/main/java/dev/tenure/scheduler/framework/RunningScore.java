package dev.tenure.scheduler.framework;

import dev.tenure.scheduler.view.ClusterView;
import dev.tenure.scheduler.view.NodeState;
import dev.tenure.scheduler.view.PodInfo;

/// The normalized scores of one plugin for one class of pods, kept up pod by pod instead of counted anew
/// each time. Confined to the loop.
///
/// Nodes are told apart by a key: nodes of one key score alike at any moment.
public interface RunningScore {
    /// Forgets everything and counts the whole cluster. Nodes are known by [NodeState#position] from here
    /// on.
    void rebuild(ClusterView cluster);

    /// Pods came to a node (`by` 1) or left it (-1). True when the node's key has changed.
    boolean podChanged(NodeState node, PodInfo pod, int by);

    /// A node object changed, in nothing that other nodes depend on; its pods did not. The node's key may
    /// be another one from here on.
    ///
    /// @return false when this cannot be followed and all has to be counted anew
    boolean nodeChanged(NodeState node);

    /// The key of the node at a position.
    int key(int position);

    /// The scores, between 0 and 100, of the keys that feasible nodes have.
    ///
    /// @param feasible how many feasible nodes have each key; all above 0
    /// @param count how many of the entries of `keys`, `feasible` and `scores` are in use
    void score(int[] keys, int[] feasible, int count, long[] scores);
}
