/// What holds for devices and claims of them, wherever it is asked.
/// Never here: a clock, a call outward, state.
/// Start at DeviceTaintRule.
/// Upstream twin: dynamic-resource-allocation/resourceclaim.
@NullMarked
package dev.tenure.rules.device;

import org.jspecify.annotations.NullMarked;
