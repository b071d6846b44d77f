/// Stories of workloads against the real API server on virtual time: sets, deployments and jobs, what scales
/// them, and the budgets over them.
/// Never here: why their pods leave (sim.controllers.tainteviction); one rule or a loop alone, they stand in
/// the room controllers.
/// Start at WorkloadTest.
/// Upstream twin: test/e2e/apps and test/e2e/autoscaling.
@NullMarked
package dev.tenure.sim.controllers.workload;

import org.jspecify.annotations.NullMarked;
