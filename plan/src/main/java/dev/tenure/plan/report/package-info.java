/// Forecasts as documents: JSON and YAML of the kind EvictionPlan, Markdown, and one page of HTML with the
/// timeline.
/// Never here: a forecast, a terminal.
/// Start at PlanDocument.
/// Upstream twin: none.
@NullMarked
package dev.tenure.plan.report;

import org.jspecify.annotations.NullMarked;
