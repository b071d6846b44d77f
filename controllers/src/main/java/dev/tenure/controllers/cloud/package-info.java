/// A cloud that exists only in annotations of nodes: what it knows of the machine of a node.
/// Never here: what follows from that (cloudnode, cloudnodelifecycle).
/// Start at SimulatedCloudRule.
/// Upstream twin: staging/src/k8s.io/cloud-provider/cloud.go.
@NullMarked
package dev.tenure.controllers.cloud;

import org.jspecify.annotations.NullMarked;
