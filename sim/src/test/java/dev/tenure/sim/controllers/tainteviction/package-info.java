/// Stories of taint eviction against the real API server on virtual time: both semantics, policies,
/// replacements that come first.
/// Never here: why a node has a taint (sim.controllers); one rule or the loop alone, they stand in the room
/// controllers.
/// Start at DocumentedEvictionTest, then CompatEvictionTest.
/// Upstream twin: test/integration/node and test/e2e/node/taints.go.
@NullMarked
package dev.tenure.sim.controllers.tainteviction;

import org.jspecify.annotations.NullMarked;
