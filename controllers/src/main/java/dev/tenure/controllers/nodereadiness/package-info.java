/// Nodes that are not ready for pods yet bear a taint until their conditions say so: what NodeReadinessRules
/// ask for, and what they would do if they were in force.
/// Never here: who sets the conditions, what Kubernetes' own conditions mean (nodelifecycle), and what a
/// taint does to pods (tainteviction).
/// Start at ReadinessTaintRule, then NodeReadinessLoop.
/// Upstream twin: the controller of kubernetes-sigs/node-readiness-controller v0.5.0 (internal/controller).
@NullMarked
package dev.tenure.controllers.nodereadiness;

import org.jspecify.annotations.NullMarked;
