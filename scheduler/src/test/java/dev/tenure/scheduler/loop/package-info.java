/// The scheduler's loop on virtual time, against an API without rules.
/// Never here: production code.
/// Start at SchedulerLoopTest.
/// Upstream twin: test/integration/scheduler.
@NullMarked
package dev.tenure.scheduler.loop;

import org.jspecify.annotations.NullMarked;
