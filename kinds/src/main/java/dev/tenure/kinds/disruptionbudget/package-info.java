/// What is peculiar to pod disruption budgets.
/// Never here: evictions.
/// Start at DisruptionBudgetStrategy.
/// Upstream twin: pkg/registry/policy/poddisruptionbudget/strategy.go.
@NullMarked
package dev.tenure.kinds.disruptionbudget;

import org.jspecify.annotations.NullMarked;
