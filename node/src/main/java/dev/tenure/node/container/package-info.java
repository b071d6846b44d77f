/// Runs one pod in a container runtime: makes its sandbox, starts and stops its containers, and writes their
/// configuration.
/// Never here: what is to be done next (kubelet.pod), who must go under pressure (kubelet.eviction).
/// Start at PodWorker.
/// Upstream twin: pkg/kubelet/kuberuntime, pkg/kubelet/pod_workers.go.
@NullMarked
package dev.tenure.node.container;

import org.jspecify.annotations.NullMarked;
