/// `tenure plan` and its subcommands: changes in kubectl's own words, forecast instead of made.
/// Never here: a forecast, a write to the cluster that is looked at.
/// Start at PlanCommand, then PlanOptions.
/// Upstream twin: kubectl/pkg/cmd for the words, none for what comes of them.
@NullMarked
package dev.tenure.cli.command.plan;

import org.jspecify.annotations.NullMarked;
