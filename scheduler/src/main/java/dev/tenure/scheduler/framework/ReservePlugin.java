package dev.tenure.scheduler.framework;

/// Keeps its own account of what pods take from nodes. Called on the loop, so nothing here may block.
public interface ReservePlugin extends Plugin {
    /// A node has been chosen. The first plugin that does not let pass ends the attempt.
    Verdict reserve(Cycle cycle, NodeState node);

    /// The pod does not go there after all. Called for each plugin of the profile, whether or not its own
    /// [#reserve] was.
    void unreserve(Cycle cycle, NodeState node);
}
