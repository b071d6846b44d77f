/// What the loss of each node and each zone would do, one at a time: forecasts of a dump, side by side, and a
/// fast way for large clusters.
/// Never here: how one forecast is made (`plan.forecast`), how a report is printed.
/// Start at Resilience, then QuickLosses.
/// Upstream twin: none.
@NullMarked
package dev.tenure.plan.resilience;

import org.jspecify.annotations.NullMarked;
