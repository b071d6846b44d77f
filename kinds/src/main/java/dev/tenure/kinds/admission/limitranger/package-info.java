/// Fills in and enforces the limit ranges of a namespace.
/// Never here: quotas (kinds.admission.resourcequota).
/// Start at LimitRanger.
/// Upstream twin: plugin/pkg/admission/limitranger.
@NullMarked
package dev.tenure.kinds.admission.limitranger;

import org.jspecify.annotations.NullMarked;
