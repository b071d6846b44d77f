/// Talks to a container runtime over the Container Runtime Interface, version `runtime.v1`.
/// Never here: when a container is started or stopped, a pod's status.
/// Start at RuntimeClient.
/// Upstream twin: k8s.io/cri-client, kuberuntime's calls.
@NullMarked
package dev.tenure.node.cri;

import org.jspecify.annotations.NullMarked;
