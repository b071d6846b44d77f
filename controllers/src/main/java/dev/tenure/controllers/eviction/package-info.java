/// What controllers that evict let each other know.
/// Never here: who has to leave (tainteviction, devicetainteviction).
/// Start at DeviceEvictions.
/// Upstream twin: none.
@NullMarked
package dev.tenure.controllers.eviction;

import org.jspecify.annotations.NullMarked;
