/// Pods that use more of the node's disk than they are limited to.
/// Never here: thresholds of the node.
/// Start at StorageLimitRule.
/// Upstream twin: pkg/kubelet/eviction/eviction_manager.go (localStorageEviction).
@NullMarked
package dev.tenure.agent.eviction.storage;

import org.jspecify.annotations.NullMarked;
