/// Tests of what is counted of nodes and pods.
/// Never here: a running cluster.
/// Start at PodTallyTest.
/// Upstream twin: none.
@NullMarked
package dev.tenure.cli.status;

import org.jspecify.annotations.NullMarked;
