/// Disruption budgets.
/// Never here: JSON (wire), decisions (rules).
/// Start at PodDisruptionBudget.
/// Upstream twin: api/policy/v1.
@NullMarked
package dev.tenure.model.policy;

import org.jspecify.annotations.NullMarked;
