package dev.tenure.plan.resilience;

import dev.tenure.plan.forecast.EvictionPlan.Assumption;
import java.time.Instant;
import java.util.List;

/// What each loss would do. Immutable.
///
/// @param source the cluster, in words
/// @param moment at which each forecast begins, by the cluster's clock
/// @param losses the worst first
public record ResilienceReport(String source, Instant moment, List<Loss> losses, List<Assumption> assumptions) {
    public ResilienceReport {
        losses = losses.stream().sorted(Loss.WORST_FIRST).toList();
        assumptions = List.copyOf(assumptions);
    }

    /// How many of the losses the cluster carries.
    public long carried() {
        return losses.stream().filter(Loss::isCarried).count();
    }
}
