package dev.tenure.scheduler.framework;

import dev.tenure.scheduler.view.NodeState;

/// Decides whether a pod can go to one node.
public interface FilterPlugin extends Plugin {
    /// @return Pass, Rejected or Failed
    Verdict filter(Cycle cycle, NodeState node);

    /// The same without reasons.
    default boolean admits(Cycle cycle, NodeState node) {
        return filter(cycle, node).passes();
    }

    /// What the filter looks at; the narrower, the less often it has to be asked again.
    default Reach filterReach() {
        return Reach.CLUSTER;
    }
}
