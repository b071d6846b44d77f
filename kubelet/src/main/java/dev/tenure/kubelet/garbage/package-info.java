/// Garbage collection on a node: which ended containers, empty sandboxes and unused images go, and how much
/// of the logs stays.
/// Never here: removing them (node.garbage); when pressure asks for room (eviction).
/// Start at ImageGarbageRule.
/// Upstream twin: pkg/kubelet/images/image_gc_manager.go, kuberuntime/kuberuntime_gc.go.
@NullMarked
package dev.tenure.kubelet.garbage;

import org.jspecify.annotations.NullMarked;
