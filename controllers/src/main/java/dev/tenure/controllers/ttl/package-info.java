/// How long the kubelets of a cluster may believe cached secrets and config maps: an annotation of each node.
/// Never here: what a kubelet does with it.
/// Start at TtlLoop.
/// Upstream twin: pkg/controller/ttl.
@NullMarked
package dev.tenure.controllers.ttl;

import org.jspecify.annotations.NullMarked;
