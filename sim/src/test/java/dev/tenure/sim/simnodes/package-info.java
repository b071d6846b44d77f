/// Simulated nodes in a whole cluster.
/// Never here: what a single rule decides.
/// Start at NodePressureTest.
/// Upstream twin: test/e2e_node/eviction_test.go.
@NullMarked
package dev.tenure.sim.simnodes;

import org.jspecify.annotations.NullMarked;
