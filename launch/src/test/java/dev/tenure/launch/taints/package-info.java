/// Tests of `tenure taints` against a server that runs.
/// Never here: what is found out of which node (cli.taints).
/// Start at TaintsCommandTest.
/// Upstream twin: none.
@NullMarked
package dev.tenure.launch.taints;

import org.jspecify.annotations.NullMarked;
