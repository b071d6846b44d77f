/// The extension points of the scheduler, the state of nodes that plugins look at, and the wording of a
/// refusal.
/// Never here: a plugin, a queue, a clock, a call to the outside.
/// Start at Profile, then Verdict and Cycle.
/// Upstream twin: pkg/scheduler/framework.
@NullMarked
package dev.tenure.scheduler.framework;

import org.jspecify.annotations.NullMarked;
