/// What is peculiar to deployments.
/// Never here: rolling updates.
/// Start at DeploymentStrategy.
/// Upstream twin: pkg/registry/apps/deployment, pkg/apis/apps/validation.
@NullMarked
package dev.tenure.kinds.deployment;

import org.jspecify.annotations.NullMarked;
