/// What the scheduler writes: bindings, conditions, nominations, deletions of victims, events.
/// Never here: a decision.
/// Start at PodWriterClient, then EventOutbox.
/// Upstream twin: plugins/defaultbinder, framework/preemption/executor.go, client-go/tools/events.
@NullMarked
package dev.tenure.scheduler.bind;

import org.jspecify.annotations.NullMarked;
