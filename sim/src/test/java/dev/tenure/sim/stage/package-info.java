/// A stage for stories of a simulated cluster: small manifests, short commands, and a note of what happened
/// when.
/// Never here: an expectation.
/// Start at Stage.
/// Upstream twin: none.
@NullMarked
package dev.tenure.sim.stage;

import org.jspecify.annotations.NullMarked;
