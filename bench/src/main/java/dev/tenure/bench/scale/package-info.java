/// Benchmarks of whole parts: each is a program that prints one JSON document.
/// Never here: anything that another room needs.
/// Start at StoreBench.
/// Upstream twin: etcd's tools/benchmark, perf-tests/clusterloader2.
@NullMarked
package dev.tenure.bench.scale;

import org.jspecify.annotations.NullMarked;
