/// How pods leave because of taints where somebody wants it gentler than Kubernetes does it: paced, with
/// disruption budgets, braked or paused. Values and the decision.
/// Never here: who has to leave and when (tainteviction), and every call.
/// Start at TaintEvictionPolicy, then HoldRule.
/// Upstream twin: none.
@NullMarked
package dev.tenure.controllers.tainteviction.policy;

import org.jspecify.annotations.NullMarked;
