/// Stories of the controllers against the real API server on virtual time; those of taint eviction and of
/// workloads have packages of their own.
/// Never here: tests of a single rule, they stand in the room controllers.
/// Start at NodeHealthTest.
/// Upstream twin: test/integration/node and test/e2e/node.
@NullMarked
package dev.tenure.sim.controllers;

import org.jspecify.annotations.NullMarked;
