/// One scheduling cycle: the search for feasible nodes, the choice among them, and the words when there is
/// none.
/// Never here: a queue, a call to the outside, a clock.
/// Start at Placer.
/// Upstream twin: pkg/scheduler/schedule_one.go.
@NullMarked
package dev.tenure.scheduler.cycle;

import org.jspecify.annotations.NullMarked;
