/// What is peculiar to resource quotas.
/// Never here: counting (admission.quota).
/// Start at ResourceQuotaStrategy.
/// Upstream twin: pkg/registry/core/resourcequota/strategy.go.
@NullMarked
package dev.tenure.apiserver.registry.resourcequota;

import org.jspecify.annotations.NullMarked;
