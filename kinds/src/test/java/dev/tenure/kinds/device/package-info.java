/// Tests of what is special to devices and claims.
/// Never here: which devices a claim gets (scheduler).
/// Start at DeviceConfigValidationTest.
/// Upstream twin: pkg/apis/resource/validation.
@NullMarked
package dev.tenure.kinds.device;

import org.jspecify.annotations.NullMarked;
