/// A whole cluster on virtual time: API server, scheduler, controllers and nodes on the loops of one
/// simulated world.
/// Never here: behaviour of any of them, a real clock, a thread.
/// Start at SimulatedCluster.
/// Upstream twin: none.
@NullMarked
package dev.tenure.sim.world;

import org.jspecify.annotations.NullMarked;
