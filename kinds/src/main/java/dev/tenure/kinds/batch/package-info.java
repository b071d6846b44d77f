/// What is peculiar to jobs and cron jobs.
/// Never here: counting pods, when a cron job is due (controllers).
/// Start at JobStrategy.
/// Upstream twin: pkg/registry/batch, pkg/apis/batch/validation.
@NullMarked
package dev.tenure.kinds.batch;

import org.jspecify.annotations.NullMarked;
