package dev.tenure.scheduler.framework;

import dev.tenure.scheduler.view.NodeState;

/// May hold a pod back whose node has been chosen, for example until the other pods of its group have nodes
/// too. The node is kept for the pod meanwhile. Called on the loop, so nothing here may block.
public interface PermitPlugin extends Plugin {
    /// Asked until it says something else than later.
    Readiness permit(Cycle cycle, NodeState node);
}
