/// Tests of simulated nodes.
/// Never here: a cluster.
/// Start at SimulatedPodsTest.
/// Upstream twin: none.
@NullMarked
package dev.tenure.simnodes;

import org.jspecify.annotations.NullMarked;
