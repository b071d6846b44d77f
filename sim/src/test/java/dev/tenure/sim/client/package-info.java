/// What the room client does against a whole API server, on virtual time.
/// Never here: controllers.
/// Start at LeaderElectionTest.
/// Upstream twin: client-go/tools/leaderelection/leaderelection_test.go.
@NullMarked
package dev.tenure.sim.client;

import org.jspecify.annotations.NullMarked;
