/// Evicts pods from nodes that carry NoExecute taints which the pods do not tolerate, or no longer; and those
/// that stood there before other taints where a policy says so.
/// Never here: which taint a sick node gets (nodelifecycle), whether a toleration matches (rules.taint).
/// Start at TaintEvictionLoop: stay says who has to leave when, policy and hold who may not go yet,
/// replacement who waits for another pod, record is what outlives the process, board what is shown.
/// Upstream twin: pkg/controller/tainteviction.
@NullMarked
package dev.tenure.controllers.tainteviction;

import org.jspecify.annotations.NullMarked;
