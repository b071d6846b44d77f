/// One pod on its node: what is to run, what runs, and what is to be done next; manifests of static pods.
/// Never here: a call to a runtime (node.cri) or to the API server; whether the node takes the pod
/// (admission).
/// Start at PodLifeRule, the machine that real and simulated nodes share; PodActionsRule is about containers.
/// Upstream twin: pod_workers.go, kuberuntime_manager.go computePodActions, pkg/kubelet/container,
/// pkg/kubelet/prober/worker.go.
@NullMarked
package dev.tenure.kubelet.pod;

import org.jspecify.annotations.NullMarked;
