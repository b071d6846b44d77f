/// The scheduler as a part of a process: its loop, its configuration from a file, its command.
/// Never here: a placement.
/// Start at SchedulerProcess.
/// Upstream twin: cmd/kube-scheduler.
@NullMarked
package dev.tenure.launch.scheduler;

import org.jspecify.annotations.NullMarked;
