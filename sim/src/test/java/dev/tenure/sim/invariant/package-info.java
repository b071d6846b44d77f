/// Tests of what the invariants take for granted.
/// Never here: whole runs, they stand in the package scenario.
/// Start at StayBoundsTest.
/// Upstream twin: none.
@NullMarked
package dev.tenure.sim.invariant;

import org.jspecify.annotations.NullMarked;
