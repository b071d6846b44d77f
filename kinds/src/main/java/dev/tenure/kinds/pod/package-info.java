/// What only pods have: their phases, QoS class, conditions, what an update may change, their subresources.
/// Never here: what templates share (kinds.podspec), admission, whom to evict (controllers, kubelet).
/// Start at PodStrategy, then BindingHandler and EvictionHandler.
/// Upstream twin: pkg/registry/core/pod/strategy.go.
@NullMarked
package dev.tenure.kinds.pod;

import org.jspecify.annotations.NullMarked;
