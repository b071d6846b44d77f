/// What is peculiar to limit ranges and resource quotas.
/// Never here: enforcing them (kinds.admission.limitranger, kinds.admission.resourcequota).
/// Start at ResourceQuotaStrategy.
/// Upstream twin: pkg/registry/core/limitrange, pkg/registry/core/resourcequota.
@NullMarked
package dev.tenure.kinds.quota;

import org.jspecify.annotations.NullMarked;
