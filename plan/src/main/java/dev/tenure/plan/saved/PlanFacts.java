package dev.tenure.plan.saved;

import dev.tenure.plan.forecast.EvictionPlan;
import java.util.List;

/// What became of a saved plan that was carried out. Times count as the plan counts them: where a step
/// waited, what followed counts from when the step was forecast. Immutable.
///
/// @param forecast what was expected
/// @param fact what happened
/// @param rows each pod of either
/// @param differences what else is not as forecast, as sentences
/// @param progress how far it came
public record PlanFacts(
        EvictionPlan forecast,
        EvictionPlan.Status fact,
        List<FactRow> rows,
        List<String> differences,
        Progress progress) {
    public PlanFacts {
        rows = List.copyOf(rows);
        differences = List.copyOf(differences);
    }

    /// How far it came.
    ///
    /// @param steps how many steps were made
    /// @param all how many there are
    /// @param failure why it could not go on; empty when nothing kept it
    public record Progress(int steps, int all, String failure) {
        /// Whether every step was made.
        public boolean complete() {
            return steps == all && failure.isEmpty();
        }
    }

    /// Whether everything was done and came as forecast.
    public boolean asForecast() {
        return progress.complete()
                && differences.isEmpty()
                && rows.stream().allMatch(row -> row.difference().isEmpty());
    }
}
