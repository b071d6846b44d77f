/// Faults that are planted into components, and what becomes of the rest.
/// Never here: faults of the network or of processes (sim.fault).
/// Start at PlantedThrowsTest.
/// Upstream twin: none.
@NullMarked
package dev.tenure.sim.planted;

import org.jspecify.annotations.NullMarked;
