/// The extension points of the scheduler, what plugins answer, and the wording of a refusal.
/// Never here: a plugin, a queue, a clock, a call to the outside; what plugins look at is in scheduler.view.
/// Start at Profile, then Verdict and Cycle.
/// Upstream twin: pkg/scheduler/framework.
@NullMarked
package dev.tenure.scheduler.framework;

import org.jspecify.annotations.NullMarked;
