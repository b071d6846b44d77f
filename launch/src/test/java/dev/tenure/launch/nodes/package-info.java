/// The nodes that a start makes.
/// Never here: what simulated nodes do (simnodes).
/// Start at InitialNodesTest.
/// Upstream twin: none.
@NullMarked
package dev.tenure.launch.nodes;

import org.jspecify.annotations.NullMarked;
