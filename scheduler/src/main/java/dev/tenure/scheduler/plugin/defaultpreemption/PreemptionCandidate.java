package dev.tenure.scheduler.plugin.defaultpreemption;

import dev.tenure.scheduler.view.PodInfo;
import java.util.List;

/// A node that becomes feasible when some pods leave it.
///
/// @param victims these pods, from the most to the least important
/// @param budgetViolations how many of them leave against a disruption budget
public record PreemptionCandidate(String node, List<PodInfo> victims, int budgetViolations) {
    public PreemptionCandidate {
        victims = List.copyOf(victims);
    }
}
