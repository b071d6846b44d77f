/// Watches the health of nodes: late heartbeats become conditions, conditions become taints, zones set the
/// pace.
/// Never here: evicting a pod (tainteviction).
/// Start at NodeHealthRule and ConditionTaintRule, then NodeLifecycleLoop.
/// Upstream twin: pkg/controller/nodelifecycle.
@NullMarked
package dev.tenure.controllers.nodelifecycle;

import org.jspecify.annotations.NullMarked;
