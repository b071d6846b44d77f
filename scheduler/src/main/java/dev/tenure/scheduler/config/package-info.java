/// What the scheduler is given at its start: profiles, plugins and their arguments, the order of search.
/// Never here: a file, a flag (launch).
/// Start at SchedulerConfiguration.
/// Upstream twin: pkg/scheduler/apis/config.
@NullMarked
package dev.tenure.scheduler.config;

import org.jspecify.annotations.NullMarked;
