/// What must hold in every simulated cluster, checked from outside against what the store acknowledged.
/// Never here: code of the components that are checked, a fault, a choice by chance.
/// Start at Invariants, then EvictionInvariant.
/// Upstream twin: none.
@NullMarked
package dev.tenure.sim.invariant;

import org.jspecify.annotations.NullMarked;
