/// What went wrong that nobody foresaw: said once in the log, counted in a metric.
/// Never here: what is done about it.
/// Start at FaultReporter.
/// Upstream twin: k8s.io/apimachinery/pkg/util/runtime (HandleCrash, HandleError).
@NullMarked
package dev.tenure.runtime.observe;

import org.jspecify.annotations.NullMarked;
