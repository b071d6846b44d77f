/// What is peculiar to claims to devices, templates of them, classes and slices of devices.
/// Never here: which devices there are (controllers, scheduler).
/// Start at ResourceClaimStrategy.
/// Upstream twin: pkg/registry/resource, pkg/apis/resource/validation, pkg/apis/resource/v1/defaults.go.
@NullMarked
package dev.tenure.kinds.device;

import org.jspecify.annotations.NullMarked;
