package dev.tenure.scheduler.framework;

import dev.tenure.scheduler.view.NodeState;
import java.util.List;

/// Looks at all feasible nodes once before they are scored; may have its scoring left out.
public interface PreScorePlugin extends Plugin {
    /// @return Pass, Skip or Failed
    Verdict preScore(Cycle cycle, List<NodeState> feasible);
}
