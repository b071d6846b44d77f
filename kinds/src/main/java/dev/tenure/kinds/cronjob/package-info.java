/// What is peculiar to cron jobs.
/// Never here: when they are due.
/// Start at CronJobStrategy.
/// Upstream twin: pkg/registry/batch/cronjob, pkg/apis/batch/validation.
@NullMarked
package dev.tenure.kinds.cronjob;

import org.jspecify.annotations.NullMarked;
