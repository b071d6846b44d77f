/// What is peculiar to resource quotas.
/// Never here: counting (kinds.admission.quota).
/// Start at ResourceQuotaStrategy.
/// Upstream twin: pkg/registry/core/resourcequota/strategy.go.
@NullMarked
package dev.tenure.kinds.resourcequota;

import org.jspecify.annotations.NullMarked;
