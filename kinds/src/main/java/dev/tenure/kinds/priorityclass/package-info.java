/// What is peculiar to priority classes.
/// Never here: resolving them (kinds.admission.priority).
/// Start at PriorityClassStrategy.
/// Upstream twin: pkg/registry/scheduling/priorityclass/strategy.go.
@NullMarked
package dev.tenure.kinds.priorityclass;

import org.jspecify.annotations.NullMarked;
