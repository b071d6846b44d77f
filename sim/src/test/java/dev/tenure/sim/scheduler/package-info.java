/// The scheduler in a cluster on virtual time, with everything around it going wrong.
/// Never here: what a plugin answers (room scheduler).
/// Start at SchedulerDayTest.
/// Upstream twin: none.
@NullMarked
package dev.tenure.sim.scheduler;

import org.jspecify.annotations.NullMarked;
