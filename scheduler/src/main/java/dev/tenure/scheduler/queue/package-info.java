/// The pods that wait: for their turn, for the end of a backoff, for an event that can help, or for a gate
/// to open.
/// Never here: a placement, a call to the outside.
/// Start at SchedulingQueue.
/// Upstream twin: pkg/scheduler/backend/queue.
@NullMarked
package dev.tenure.scheduler.queue;

import org.jspecify.annotations.NullMarked;
