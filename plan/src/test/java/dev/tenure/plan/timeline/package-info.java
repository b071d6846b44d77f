/// What dumps tell of evictions that were.
/// Never here: forecasts by themselves.
/// Start at TimelineTest.
/// Upstream twin: none.
@NullMarked
package dev.tenure.plan.timeline;

import org.jspecify.annotations.NullMarked;
