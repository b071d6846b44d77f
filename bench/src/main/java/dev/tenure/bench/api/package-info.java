/// What clients see over the network: any Kubernetes API server with a scheduler can be measured.
/// Never here: what one part does alone (bench.scale).
/// Start at ApiBench.
/// Upstream twin: perf-tests/clusterloader2, in spirit.
@NullMarked
package dev.tenure.bench.api;

import org.jspecify.annotations.NullMarked;
