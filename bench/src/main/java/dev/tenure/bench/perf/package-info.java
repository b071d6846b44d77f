/// The scheduler under the workloads of upstream's scheduler_perf, under the same names: API server and
/// scheduler in one process, objects in memory, nobody else.
/// Never here: measurements through the network (api).
/// Start at SchedulerPerfBench.
/// Upstream twin: test/integration/scheduler_perf.
@NullMarked
package dev.tenure.bench.perf;

import org.jspecify.annotations.NullMarked;
