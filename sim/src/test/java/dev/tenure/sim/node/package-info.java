/// A real node, on a runtime that is made of test code, in a whole cluster.
/// Never here: what a single rule decides; containers of the machine (checks.node).
/// Start at RealNodeTest.
/// Upstream twin: test/e2e_node.
@NullMarked
package dev.tenure.sim.node;

import org.jspecify.annotations.NullMarked;
