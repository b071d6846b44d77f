/// What the tests of the loops stand on: a cluster in memory and virtual time.
/// Never here: a controller, or what one of them expects.
/// Start at LoopStage.
/// Upstream twin: pkg/controller/testutil.
@NullMarked
package dev.tenure.controllers.stage;

import org.jspecify.annotations.NullMarked;
