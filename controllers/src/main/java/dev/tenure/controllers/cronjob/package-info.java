/// CronJobs: starts a job whenever the schedule says so, keeps the list of those that run, and removes old
/// ones.
/// Never here: what a job does (job), how a schedule is read (rules.cron).
/// Start at StartRule; CronJobRound applies it, CronJobLoop is the shell.
/// Upstream twin: pkg/controller/cronjob.
@NullMarked
package dev.tenure.controllers.cronjob;

import org.jspecify.annotations.NullMarked;
