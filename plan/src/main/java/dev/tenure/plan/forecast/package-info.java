/// What follows from a change: the cluster of a dump runs on in a simulated world, with the real scheduler
/// and controllers, and what happens to pods, budgets and services is noted.
/// [dev.tenure.plan.forecast.Forecasts] is the one entry; its answer is an
/// [dev.tenure.plan.forecast.EvictionPlan].
/// Never here: how a plan is printed, a write to the cluster that is looked at.
/// Start at Forecasts.
/// Upstream twin: none.
@NullMarked
package dev.tenure.plan.forecast;

import org.jspecify.annotations.NullMarked;
