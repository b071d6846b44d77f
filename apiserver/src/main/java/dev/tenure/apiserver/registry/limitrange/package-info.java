/// What is peculiar to limit ranges.
/// Never here: enforcing them (admission.limits).
/// Start at LimitRangeStrategy.
/// Upstream twin: pkg/registry/core/limitrange/strategy.go.
@NullMarked
package dev.tenure.apiserver.registry.limitrange;

import org.jspecify.annotations.NullMarked;
