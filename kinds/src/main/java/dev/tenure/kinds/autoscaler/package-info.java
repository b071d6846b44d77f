/// What is peculiar to horizontal pod autoscalers.
/// Never here: scaling.
/// Start at AutoscalerStrategy.
/// Upstream twin: pkg/registry/autoscaling/horizontalpodautoscaler/strategy.go.
@NullMarked
package dev.tenure.kinds.autoscaler;

import org.jspecify.annotations.NullMarked;
