/// Which volume a claim gets, and which claims the volumes of a pod are.
/// Never here: a clock, a call outward, state.
/// Start at VolumeMatchRule.
/// Upstream twin: component-helpers/storage/volume/pv_helpers.go.
@NullMarked
package dev.tenure.rules.volume;

import org.jspecify.annotations.NullMarked;
