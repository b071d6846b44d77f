/// What is peculiar to the kinds that say how pods are placed and given up: priority classes, runtime
/// classes, disruption budgets.
/// Never here: what they do to pods (kinds.admission.priority, .runtimeclass), evictions (kinds.pod), devices
/// (kinds.device).
/// Start at PriorityClassStrategy.
/// Upstream twin: pkg/registry/scheduling, node/runtimeclass, policy/poddisruptionbudget.
@NullMarked
package dev.tenure.kinds.scheduling;

import org.jspecify.annotations.NullMarked;
