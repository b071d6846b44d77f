/// Rolls Deployments out: one ReplicaSet a template, scaled up and down within the bounds of the strategy.
/// Never here: making pods (replicaset).
/// Start at RolloutRule, then DeploymentLoop.
/// Upstream twin: pkg/controller/deployment.
@NullMarked
package dev.tenure.controllers.deployment;

import org.jspecify.annotations.NullMarked;
