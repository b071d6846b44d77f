/// Plans that are kept and carried out: a [dev.tenure.plan.saved.SavedPlan] holds a change, its forecast and
/// what it stands on, [dev.tenure.plan.saved.SavedPlanFile] writes and reads it,
/// [dev.tenure.plan.saved.StalenessRule] tells whether a cluster is still as it was, and
/// [dev.tenure.plan.saved.PlanRun] makes the change there, watches, and holds the forecast against what
/// happens.
/// Never here: a forecast; a write to a cluster outside of PlanRun.
/// Start at SavedPlan.
/// Upstream twin: none; the order of things is terraform's.
@NullMarked
package dev.tenure.plan.saved;

import org.jspecify.annotations.NullMarked;
