/// What the queue of waiting pods makes of changes.
/// Never here: production code.
/// Start at PodChangeRuleTest.
/// Upstream twin: pkg/scheduler/framework/events_test.go.
@NullMarked
package dev.tenure.scheduler.queue;

import org.jspecify.annotations.NullMarked;
