/// Benchmarks of whole parts: each is a program that prints one JSON document. Among them how long forecasts
/// of large clusters take, and how soon a node's agent acts on what a real kernel reports.
/// Never here: anything that another room needs.
/// Start at StoreBench.
/// Upstream twin: etcd's tools/benchmark, perf-tests/clusterloader2.
@NullMarked
package dev.tenure.bench.scale;

import org.jspecify.annotations.NullMarked;
