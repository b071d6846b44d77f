/// When a node counts as short of something: signals, thresholds, and how both are read from settings.
/// Never here: what was measured (kubelet.eviction.signal), a clock.
/// Start at ThresholdParser.
/// Upstream twin: pkg/kubelet/eviction/helpers.go, pkg/kubelet/eviction/api/types.go.
@NullMarked
package dev.tenure.kubelet.eviction.threshold;

import org.jspecify.annotations.NullMarked;
