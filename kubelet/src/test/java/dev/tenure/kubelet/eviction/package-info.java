/// The numbered vectors of node-pressure eviction.
/// Never here: recorded cases (checks.golden), a cluster (sim).
/// Start at FlowVectorsTest, then SignalVectorsTest.
/// Upstream twin: pkg/kubelet/eviction/*_test.go.
@NullMarked
package dev.tenure.kubelet.eviction;

import org.jspecify.annotations.NullMarked;
