/// Keeps the scheduler's cache and queue in step with the API server.
/// Never here: a placement.
/// Start at ClusterWatch.
/// Upstream twin: pkg/scheduler/eventhandlers.go.
@NullMarked
package dev.tenure.scheduler.watch;

import org.jspecify.annotations.NullMarked;
