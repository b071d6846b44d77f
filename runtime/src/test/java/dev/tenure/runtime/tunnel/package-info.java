/// Tests of what is carried between a client and a peer, and of how its connection ends.
/// Never here: a test of who may connect.
/// Start at RelayTest.
/// Upstream twin: none.
@NullMarked
package dev.tenure.runtime.tunnel;

import org.jspecify.annotations.NullMarked;
