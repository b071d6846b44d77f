/// Keeps the status of disruption budgets, so that the eviction subresource knows what it may grant;
/// forgets grants and conditions of evictions that never came about.
/// Never here: granting (kinds.pod) and evictions by taints (tainteviction).
/// Start at DisruptionLoop.
/// Upstream twin: pkg/controller/disruption.
@NullMarked
package dev.tenure.controllers.disruption;

import org.jspecify.annotations.NullMarked;
