/// Overhead, node selector and tolerations that a runtime class adds to its pods.
/// Never here: the kind itself (kinds.scheduling).
/// Start at RuntimeClassAdmission.
/// Upstream twin: plugin/pkg/admission/runtimeclass.
@NullMarked
package dev.tenure.kinds.admission.runtimeclass;

import org.jspecify.annotations.NullMarked;
