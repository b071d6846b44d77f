/// Runs by seed: that they hold what must hold, that they come again the same, and that bugs planted on
/// purpose are found.
/// Never here: a story of one behaviour.
/// Start at SeedsTest.
/// Upstream twin: none.
@NullMarked
package dev.tenure.sim.scenario;

import org.jspecify.annotations.NullMarked;
