/// What pods and nodes use at a moment.
/// Never here: how it is measured, or what follows from it.
/// Start at ResourceUsage.
/// Upstream twin: k8s.io/metrics/pkg/apis/metrics.
@NullMarked
package dev.tenure.model.metrics;

import org.jspecify.annotations.NullMarked;
