/// What goes wrong in a simulated cluster, and what its users do meanwhile: as values, chosen by a seed,
/// and carried out as events of the world.
/// Never here: an expectation.
/// Start at Fault, then FaultPlan and FaultDriver.
/// Upstream twin: none.
@NullMarked
package dev.tenure.sim.fault;

import org.jspecify.annotations.NullMarked;
