/// Stand-ins for what is outside of Tenure, for the tests of several rooms.
/// Never here: stand-ins that one room alone needs.
/// Start at SystemBus.
/// Upstream twin: none.
@NullMarked
package dev.tenure.testkit.fake;

import org.jspecify.annotations.NullMarked;
