/// The health of zones and the rate at which their sick nodes are tainted.
/// Never here: a node's conditions, a request.
/// Start at ZoneHealthRule.
/// Upstream twin: pkg/controller/nodelifecycle/scheduler and ComputeZoneState.
@NullMarked
package dev.tenure.controllers.nodelifecycle.zone;

import org.jspecify.annotations.NullMarked;
