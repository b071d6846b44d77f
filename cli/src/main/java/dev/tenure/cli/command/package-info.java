/// The commands that talk to a running cluster, one class each, thin over client.
/// Never here: a server, a decision.
/// Start at ClusterOptions.
/// Upstream twin: kubectl/pkg/cmd.
@NullMarked
package dev.tenure.cli.command;

import org.jspecify.annotations.NullMarked;
