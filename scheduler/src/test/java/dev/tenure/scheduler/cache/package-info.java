/// What the scheduler remembers of nodes and the pods on them.
/// Never here: production code.
/// Start at SchedulerCacheTest.
/// Upstream twin: pkg/scheduler/backend/cache/cache_test.go.
@NullMarked
package dev.tenure.scheduler.cache;

import org.jspecify.annotations.NullMarked;
