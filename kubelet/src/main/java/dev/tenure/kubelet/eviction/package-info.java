/// What a node does when it is short of something: looks, says so, cleans up, and sends one pod after
/// another away; and pods that use more of its disk than they are limited to.
/// Never here: whether the node is real; numbers come in and kills go out through NodePressurePorts.
/// Start at PressureState for what is decided, at NodePressureLoop for when.
/// Upstream twin: pkg/kubelet/eviction/eviction_manager.go.
@NullMarked
package dev.tenure.kubelet.eviction;

import org.jspecify.annotations.NullMarked;
