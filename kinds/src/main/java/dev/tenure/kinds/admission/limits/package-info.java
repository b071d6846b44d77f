/// Fills in and enforces the limit ranges of a namespace.
/// Never here: quotas (kinds.admission.quota).
/// Start at LimitRanger.
/// Upstream twin: plugin/pkg/admission/limitranger.
@NullMarked
package dev.tenure.kinds.admission.limits;

import org.jspecify.annotations.NullMarked;
