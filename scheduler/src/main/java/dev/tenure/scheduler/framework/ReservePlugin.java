package dev.tenure.scheduler.framework;

import dev.tenure.client.ClusterClient;
import dev.tenure.scheduler.view.NodeState;
import java.util.List;
import java.util.function.Function;

/// Keeps its own account of what pods take from nodes. Called on the loop, so nothing here may block.
public interface ReservePlugin extends Plugin {
    /// A node has been chosen. The first plugin that does not let pass ends the attempt.
    Verdict reserve(Cycle cycle, NodeState node);

    /// The pod does not go there after all. Called for each plugin of the profile, whether or not its own
    /// [#reserve] was.
    void unreserve(Cycle cycle, NodeState node);

    /// Calls that have to be made once [#unreserve] was called, to take back what was written. They run away
    /// from the loop and may block; when one fails, nothing follows.
    default List<Function<ClusterClient, Verdict>> afterUnreserve(Cycle cycle, NodeState node) {
        return List.of();
    }
}
