/// Tests of what is carried between a client and a node's agent.
/// Never here: sockets.
/// Start at RelayTest.
/// Upstream twin: none.
@NullMarked
package dev.tenure.runtime.tunnel;

import org.jspecify.annotations.NullMarked;
