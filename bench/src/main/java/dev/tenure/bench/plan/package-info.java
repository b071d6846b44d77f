/// How long forecasts of large clusters take, as their users run them.
/// Never here: what a forecast is (`plan`).
/// Start at PlanBench.
/// Upstream twin: none.
@NullMarked
package dev.tenure.bench.plan;

import org.jspecify.annotations.NullMarked;
