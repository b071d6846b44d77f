/// Tests of election and its pieces on virtual time.
/// Never here: whole processes; dev.tenure.sim.client has them.
/// Start at LeaseClaimTest.
/// Upstream twin: client-go/tools/leaderelection (tests).
@NullMarked
package dev.tenure.client.election;

import org.jspecify.annotations.NullMarked;
