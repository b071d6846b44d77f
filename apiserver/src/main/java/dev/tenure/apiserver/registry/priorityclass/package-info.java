/// What is peculiar to priority classes.
/// Never here: resolving them (admission.priority).
/// Start at PriorityClassStrategy.
/// Upstream twin: pkg/registry/scheduling/priorityclass/strategy.go.
@NullMarked
package dev.tenure.apiserver.registry.priorityclass;

import org.jspecify.annotations.NullMarked;
