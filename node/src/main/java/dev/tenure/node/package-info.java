/// One real node: its registration and heartbeats, its pods and their workers.
/// Never here: what a single pod needs next (kubelet.pod), what its status says (kubelet.status).
/// Start at NodeAgentLoop.
/// Upstream twin: pkg/kubelet/kubelet.go, kubelet_node_status.go, pod_workers.go, pleg/generic.go.
@NullMarked
package dev.tenure.node;

import org.jspecify.annotations.NullMarked;
