/// Tests of recorded Events.
/// Never here: what the server does to Events.
/// Start at EventRecorderTest.
/// Upstream twin: client-go/tools/record (tests).
@NullMarked
package dev.tenure.client.events;

import org.jspecify.annotations.NullMarked;
