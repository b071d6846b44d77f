/// What happened in a run, told in order for people.
/// Never here: a decision, an expectation.
/// Start at Timeline.
/// Upstream twin: none.
@NullMarked
package dev.tenure.sim.report;

import org.jspecify.annotations.NullMarked;
