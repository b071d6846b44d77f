/// Cron schedules: what is wrong with one, and when it is due next.
/// Never here: what is started then.
/// Start at CronSchedule.
/// Upstream twin: github.com/robfig/cron/v3 (ParseStandard, SpecSchedule.Next).
@NullMarked
package dev.tenure.rules.cron;

import org.jspecify.annotations.NullMarked;
