/// What is peculiar to horizontal pod autoscalers.
/// Never here: scaling.
/// Start at HorizontalPodAutoscalerStrategy.
/// Upstream twin: pkg/registry/autoscaling/horizontalpodautoscaler/strategy.go.
@NullMarked
package dev.tenure.kinds.autoscaler;

import org.jspecify.annotations.NullMarked;
