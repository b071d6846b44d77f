/// Metrics of nodes and pods, read from files and held against eviction thresholds with the kubelet's own
/// rules: who would have been evicted, where the kernel would have been first, and what other signals would
/// have said.
/// Never here: a simulated cluster; nothing of it is asked for.
/// Start at PressureReplay.
/// Upstream twin: none; the decisions are those of kubelet/eviction.
@NullMarked
package dev.tenure.plan.metrics;

import org.jspecify.annotations.NullMarked;
