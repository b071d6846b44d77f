package dev.tenure.scheduler.cycle;

import dev.tenure.client.ClusterClient;
import dev.tenure.scheduler.framework.Cycle;
import dev.tenure.scheduler.framework.Diagnosis;
import dev.tenure.scheduler.framework.PostFilterPlugin.Remedy;
import dev.tenure.scheduler.framework.Scores;
import dev.tenure.scheduler.framework.Verdict;
import dev.tenure.scheduler.view.NodeState;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/// How a scheduling cycle ended.
public sealed interface Placement {
    /// A node was chosen.
    ///
    /// @param scores absent when only one node was feasible
    record Placed(NodeState node, List<NodeState> feasible, Optional<Scores> scores, Diagnosis diagnosis, Cycle cycle)
            implements Placement {}

    /// No node is feasible.
    ///
    /// @param plugins the plugins whose events may help; empty when there are no nodes at all
    /// @param relief calls that may help
    record Refused(
            String message,
            Set<String> plugins,
            Diagnosis diagnosis,
            Optional<Remedy> remedy,
            List<Function<ClusterClient, Verdict>> relief)
            implements Placement {}

    /// The cycle broke; the pod is tried again after a backoff.
    record Broken(String message, List<NodeState> feasible, Diagnosis diagnosis) implements Placement {}
}
