/// Follows the machines of a cloud's nodes: a node that is not ready is deleted when its machine is gone,
/// and tainted while it is switched off.
/// Never here: silence of nodes and evictions (nodelifecycle, tainteviction).
/// Start at CloudNodeLifecycleLoop.
/// Upstream twin: staging/src/k8s.io/cloud-provider/controllers/nodelifecycle/node_lifecycle_controller.go.
@NullMarked
package dev.tenure.controllers.cloudnodelifecycle;

import org.jspecify.annotations.NullMarked;
