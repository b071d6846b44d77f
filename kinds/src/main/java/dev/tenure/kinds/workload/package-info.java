/// What is peculiar to the kinds that keep pods running: deployments, replica sets, daemon sets, stateful
/// sets, replication controllers, the revisions that controllers keep, stored pod templates.
/// Never here: making pods, rolling updates (controllers), what a template may say (kinds.podspec).
/// Start at DeploymentStrategy; what several share stands in WorkloadValidation.
/// Upstream twin: pkg/registry/apps, pkg/registry/core/replicationcontroller, podtemplate,
/// pkg/apis/apps/validation.
@NullMarked
package dev.tenure.kinds.workload;

import org.jspecify.annotations.NullMarked;
