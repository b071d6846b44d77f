/// What is peculiar to limit ranges.
/// Never here: enforcing them (kinds.admission.limits).
/// Start at LimitRangeStrategy.
/// Upstream twin: pkg/registry/core/limitrange/strategy.go.
@NullMarked
package dev.tenure.kinds.limitrange;

import org.jspecify.annotations.NullMarked;
