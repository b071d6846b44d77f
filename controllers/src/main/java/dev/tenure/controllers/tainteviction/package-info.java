/// Evicts pods from nodes that carry NoExecute taints which the pods do not tolerate, or no longer; and those
/// that stood there before other taints where a policy says so.
/// Never here: which taint a sick node gets (nodelifecycle), whether a toleration matches (rules.taint).
/// Start at EvictionRule, then TaintEvictionLoop; policy says who may not go yet; NodeRecord is what outlives the
/// process, EvictionBoard what is shown.
/// Upstream twin: pkg/controller/tainteviction.
@NullMarked
package dev.tenure.controllers.tainteviction;

import org.jspecify.annotations.NullMarked;
