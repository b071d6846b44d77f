/// Stand-ins for what is outside of Tenure, and programs of a test's own, for the tests of several rooms.
/// Never here: stand-ins that one room alone needs.
/// Start at SystemBus, EtcdServer and FreePort.
/// Upstream twin: none.
@NullMarked
package dev.tenure.testkit.fake;

import org.jspecify.annotations.NullMarked;
