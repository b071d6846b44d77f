package dev.tenure.scheduler.framework;

/// Decides whether a pod can go to one node.
public interface FilterPlugin extends Plugin {
    /// @return Pass, Rejected or Failed
    Verdict filter(Cycle cycle, NodeState node);

    /// What the filter looks at; the narrower, the less often it has to be asked again.
    default Reach filterReach() {
        return Reach.CLUSTER;
    }
}
