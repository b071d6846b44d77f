/// The scheduler: watches pods and nodes, finds a node for each pod that has none, and binds it there.
/// Never here: policy (plugins), controllers, the agent.
/// Start at SchedulerLoop; then cycle.Placer, framework.Profile, queue.SchedulingQueue.
/// Upstream twin: pkg/scheduler.
@NullMarked
package dev.tenure.scheduler;

import org.jspecify.annotations.NullMarked;
