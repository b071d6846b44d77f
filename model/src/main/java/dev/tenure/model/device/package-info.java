/// Devices that nodes offer, and claims of them.
/// Never here: JSON (wire), decisions (rules).
/// Start at ResourceSlice, then ResourceClaim.
/// Upstream twin: api/resource/v1.
@NullMarked
package dev.tenure.model.device;

import org.jspecify.annotations.NullMarked;
