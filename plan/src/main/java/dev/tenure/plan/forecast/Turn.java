package dev.tenure.plan.forecast;

import dev.tenure.model.core.Pod;
import dev.tenure.rules.pod.PodRule;
import dev.tenure.runtime.time.Tick;

/// A pod begins or ceases to count as healthy for its budgets and as ready for its services.
record Turn(Tick at, Pod pod, boolean healthy) {
    /// Upstream: disruption.go countHealthyPods; an endpoint is ready under the same conditions.
    static boolean healthy(Pod pod) {
        return PodRule.active(pod) && PodRule.ready(pod);
    }
}
