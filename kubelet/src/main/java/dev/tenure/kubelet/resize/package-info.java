/// Resizing pods in place: what a node has set aside for a pod, what its containers were given, and what is
/// told of it.
/// Never here: the runtime, control groups, whether there is room (kubelet.admission).
/// Start at Allocation.
/// Upstream twin: pkg/kubelet/allocation, pkg/kubelet/events/resize.go.
@NullMarked
package dev.tenure.kubelet.resize;

import org.jspecify.annotations.NullMarked;
