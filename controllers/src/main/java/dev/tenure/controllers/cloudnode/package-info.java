/// Initialises nodes of a cloud: identity, type, zone and region, and off goes the taint that kept pods away
/// until then.
/// Never here: nodes that are there already (cloudnodelifecycle).
/// Start at CloudNodeLoop.
/// Upstream twin: staging/src/k8s.io/cloud-provider/controllers/node/node_controller.go.
@NullMarked
package dev.tenure.controllers.cloudnode;

import org.jspecify.annotations.NullMarked;
