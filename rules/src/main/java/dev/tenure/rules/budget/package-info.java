/// Disruption budgets: how much they allow, and whether one eviction may pass.
/// Never here: a clock, a call outward, state.
/// Start at BudgetRule.
/// Upstream twin: controller/disruption, registry/core/pod/storage/eviction.go.
@NullMarked
package dev.tenure.rules.budget;

import org.jspecify.annotations.NullMarked;
