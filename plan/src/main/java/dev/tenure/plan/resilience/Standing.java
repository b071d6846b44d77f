package dev.tenure.plan.resilience;

import dev.tenure.model.core.Pod;
import dev.tenure.rules.fit.Resources;

/// A pod on a node of a cluster at rest, with what has to be known when it leaves. Immutable.
///
/// @param healthy whether it counts for its budgets and services
/// @param counted the budgets and services that select it
/// @param goneMillis how long it takes to be gone when it is told to go
/// @param asks what it asks for, itself counted as one pod
record Standing(Pod pod, boolean healthy, Counted counted, Successor successor, long goneMillis, Resources asks) {
    /// Budgets and services by their numbers. Pods of equal labels share one.
    record Counted(int[] budgets, int[] services) {}
}
