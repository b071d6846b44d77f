/// How long a pod may stay on a node with its taints, and which pods have to leave when: the decision, its
/// two semantics as plans, and the timers.
/// Never here: a call, an object that is written, and what policies hold back (tainteviction.hold).
/// Start at EvictionRule, then StayPlan with DocumentedPlan and CompatPlan.
/// Upstream twin: pkg/controller/tainteviction/taint_eviction.go (processPodOnNode), timed_workers.go.
@NullMarked
package dev.tenure.controllers.tainteviction.stay;

import org.jspecify.annotations.NullMarked;
