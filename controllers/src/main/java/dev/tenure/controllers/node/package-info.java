/// What the controllers of nodes share: taints as they write them, limits on how many nodes may have one, and
/// a cloud that exists only in annotations of nodes.
/// Never here: which taints a node should have, and what follows from what the cloud says (cloudnode,
/// cloudnodelifecycle).
/// Start at TaintsShape and at SimulatedCloudRule.
/// Upstream twin: pkg/controller/controller_utils.go (PatchNodeTaints),
/// staging/src/k8s.io/cloud-provider/cloud.go.
@NullMarked
package dev.tenure.controllers.node;

import org.jspecify.annotations.NullMarked;
