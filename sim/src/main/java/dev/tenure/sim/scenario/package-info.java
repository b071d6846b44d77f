/// Whole runs of a simulated cluster: a world that is made from manifests or by chance, a plan of faults,
/// invariants, and what came out, shown in order for people.
/// Never here: how a fault is carried out, what must hold.
/// Start at Scenario.
/// Upstream twin: none.
@NullMarked
package dev.tenure.sim.scenario;

import org.jspecify.annotations.NullMarked;
