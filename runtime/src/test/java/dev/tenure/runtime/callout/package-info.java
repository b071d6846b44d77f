/// Tests of calls to servers that others name.
/// Never here: a call to anything but this machine.
/// Start at HttpsClientsTest.
/// Upstream twin: none.
@NullMarked
package dev.tenure.runtime.callout;

import org.jspecify.annotations.NullMarked;
