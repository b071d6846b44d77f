/// The status that a real node reports of a pod: its phase, conditions and containers.
/// Never here: a call to the API or to the runtime.
/// Start at PodStatusReport.
/// Upstream twin: kubelet_pods.go generateAPIPodStatus, pkg/kubelet/status/generate.go.
@NullMarked
package dev.tenure.kubelet.status;

import org.jspecify.annotations.NullMarked;
