/// Saved plans: their file, when they are stale, and what becomes of them when they are carried out in a
/// cluster on virtual time.
/// Never here: forecasts for their own sake.
/// Start at PlanRunTest.
/// Upstream twin: none.
@NullMarked
package dev.tenure.plan.saved;

import org.jspecify.annotations.NullMarked;
