/// Logs and images of a real node: which were seen, and files that are rotated.
/// Never here: which containers and images go (kubelet.garbage); who waits for what (node).
/// Start at LogRotator.
/// Upstream twin: pkg/kubelet/logs/container_log_manager.go, pkg/kubelet/images/image_gc_manager.go.
@NullMarked
package dev.tenure.node.garbage;

import org.jspecify.annotations.NullMarked;
