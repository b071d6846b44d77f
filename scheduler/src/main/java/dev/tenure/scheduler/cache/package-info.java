/// What the scheduler knows of the cluster: nodes with the pods on them, pods assumed there before the API
/// server has said so, nominations, and the objects that plugins look up.
/// Never here: a decision, a call to the outside.
/// Start at SchedulerCache.
/// Upstream twin: pkg/scheduler/backend/cache.
@NullMarked
package dev.tenure.scheduler.cache;

import org.jspecify.annotations.NullMarked;
