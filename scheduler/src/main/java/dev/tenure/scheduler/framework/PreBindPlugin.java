package dev.tenure.scheduler.framework;

import dev.tenure.scheduler.view.NodeState;

/// Prepares what a pod needs on its node, before it is bound there. Called on the loop, so nothing here
/// may block; calls are handed over in [Readiness.After].
public interface PreBindPlugin extends Plugin {
    /// Asked until it is ready or refuses; what it has to remember in between, it keeps in the cycle.
    Readiness preBind(Cycle cycle, NodeState node);
}
