/// What is peculiar to claims to devices and to templates of them.
/// Never here: which devices there are (controllers, scheduler).
/// Start at DeviceClaimStrategy.
/// Upstream twin: pkg/registry/resource, pkg/apis/resource/v1/defaults.go.
@NullMarked
package dev.tenure.kinds.device;

import org.jspecify.annotations.NullMarked;
