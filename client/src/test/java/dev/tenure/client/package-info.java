/// Tests of calls to a cluster that is in memory.
/// Never here: sockets.
/// Start at ListPagerTest.
/// Upstream twin: none.
@NullMarked
package dev.tenure.client;

import org.jspecify.annotations.NullMarked;
