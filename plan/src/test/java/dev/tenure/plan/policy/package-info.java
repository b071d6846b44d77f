/// What rules of readiness, policies and retentions tell of a cluster.
/// Never here: controllers that obey them.
/// Start at ReadinessReasonsTest.
/// Upstream twin: none.
@NullMarked
package dev.tenure.plan.policy;

import org.jspecify.annotations.NullMarked;
