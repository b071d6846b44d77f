/// What happened in a run, told in order for people.
/// Never here: a decision, an expectation.
/// Start at RunTimeline.
/// Upstream twin: none.
@NullMarked
package dev.tenure.sim.report;

import org.jspecify.annotations.NullMarked;
