/// What devices' objects need of the cluster around them: who may have admin access, and since when a taint
/// is there.
/// Never here: whether such an object is valid in itself (kinds.device).
/// Start at DeviceAccess.
/// Upstream twin: pkg/registry/resource (AuthorizedForAdmin), pkg/apis/resource/v1/defaults.go.
@NullMarked
package dev.tenure.kinds.admission.deviceaccess;

import org.jspecify.annotations.NullMarked;
