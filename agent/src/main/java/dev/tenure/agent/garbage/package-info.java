/// What has had its day on a real node: containers that have ended, empty sandboxes, unused images, old logs.
/// Never here: when pressure asks for room (eviction), who waits for what (node).
/// Start at ImageGarbageRule.
/// Upstream twin: pkg/kubelet/images/image_gc_manager.go, kuberuntime/kuberuntime_gc.go,
/// logs/container_log_manager.go.
@NullMarked
package dev.tenure.agent.garbage;

import org.jspecify.annotations.NullMarked;
