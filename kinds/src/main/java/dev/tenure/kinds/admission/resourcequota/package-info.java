/// Counts what is made in a namespace against its quotas.
/// Never here: recounting what is there (controllers).
/// Start at ResourceQuotaAdmission.
/// Upstream twin: apiserver/pkg/admission/plugin/resourcequota, pkg/quota/v1.
@NullMarked
package dev.tenure.kinds.admission.resourcequota;

import org.jspecify.annotations.NullMarked;
