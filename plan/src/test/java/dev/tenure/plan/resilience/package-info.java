/// Tests of reports on losses.
/// Never here: one forecast.
/// Start at ResilienceTest.
/// Upstream twin: none.
@NullMarked
package dev.tenure.plan.resilience;

import org.jspecify.annotations.NullMarked;
