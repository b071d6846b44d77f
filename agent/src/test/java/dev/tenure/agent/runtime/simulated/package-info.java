/// Tests of simulated nodes.
/// Never here: a cluster.
/// Start at PreStopTest.
/// Upstream twin: none.
@NullMarked
package dev.tenure.agent.runtime.simulated;

import org.jspecify.annotations.NullMarked;
