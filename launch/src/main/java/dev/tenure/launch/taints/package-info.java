/// `tenure taints`, which needs a loop to follow nodes.
/// Never here: what is found out of which node (cli.taints), text (cli.print).
/// Start at TaintsCommand.
/// Upstream twin: none.
@NullMarked
package dev.tenure.launch.taints;

import org.jspecify.annotations.NullMarked;
