/// One cluster and one change under two configurations: forecasts of both, and where they differ.
/// Never here: how one forecast is made (`plan.forecast`), how a comparison is printed.
/// Start at Comparison.
/// Upstream twin: none.
@NullMarked
package dev.tenure.plan.compare;

import org.jspecify.annotations.NullMarked;
