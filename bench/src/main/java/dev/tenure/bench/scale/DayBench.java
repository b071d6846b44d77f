package dev.tenure.bench.scale;

import dev.tenure.runtime.time.SystemTime;
import dev.tenure.runtime.time.Tick;
import dev.tenure.sim.fault.FaultPlan;
import dev.tenure.sim.scenario.Layout;
import dev.tenure.sim.scenario.Scenario;
import dev.tenure.sim.scenario.World;
import dev.tenure.sim.scenario.WorldBuilder;
import dev.tenure.sim.world.Substitutes;
import dev.tenure.store.CompactionLoop;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.ObjectNode;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.time.Duration;
import java.util.Set;

/// How long a day of a large cluster takes on virtual time, on one thread: the real API server,
/// controllers and scheduler, nodes that crash, flap, are cut off, deleted, tainted and drained, a whole
/// zone too, and everything that must hold checked at each write. Making the world is timed apart.
///
/// Usage: `DayBench [nodes] [pods] [hours] [faults] [seed]`; prints one JSON object.
public final class DayBench {
    private static final double NANOS_PER_SECOND = 1e9;
    private static final double SECONDS_PER_HOUR = 3_600;
    private static final int MEGABYTE_SHIFT = 20;

    private DayBench() {}

    public static void main(String[] arguments) {
        int nodes = argument(arguments, 0, 5_000);
        int pods = argument(arguments, 1, 150_000);
        int hours = argument(arguments, 2, 24);
        int faults = argument(arguments, 3, 60);
        int seed = argument(arguments, 4, 1);
        var time = new SystemTime();
        ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        Tick start = time.now();
        World world = WorldBuilder.build(new Layout(seed, nodes, pods));
        Tick made = time.now();
        long busyBefore = threads.getCurrentThreadCpuTime();
        Duration span = Duration.ofHours(hours);
        var settings = new Scenario.Settings(seed, FaultPlan.Kinds.NODES, faults, span, Set.of());
        var scenario = new Scenario(world, settings, Substitutes.NONE, _ -> {});
        new CompactionLoop(
                        scenario.cluster().store(),
                        scenario.cluster().world().loop("compaction"),
                        CompactionLoop.HISTORY_AGE)
                .start();
        Scenario.Outcome outcome = scenario.run();
        Tick end = time.now();
        long busy = threads.getCurrentThreadCpuTime() - busyBefore;
        ObjectNode result = Json.object()
                .put("bench", "day")
                .put("nodes", nodes)
                .put("pods", pods)
                .put("faults", faults)
                .put("seed", seed)
                .put("simulated_hours", outcome.simulated().toSeconds() / SECONDS_PER_HOUR)
                .put("world_seconds", seconds(made.since(start)))
                .put("seconds", seconds(end.since(made)))
                .put("cpu_seconds_of_the_thread", busy / NANOS_PER_SECOND)
                .put("writes", outcome.counts().writes())
                .put("nodes_lost", outcome.counts().lost())
                .put("pods_evicted", outcome.counts().evicted())
                .put("pods_deleted", outcome.counts().deleted())
                .put("pods_bound", outcome.counts().bound())
                .put("trace", "%08x".formatted(outcome.writeChecksum()))
                .put("violation", outcome.violation().map(Object::toString).orElse("none"));
        result.put("live_heap_megabytes", liveHeap());
        result.put("cluster_at", scenario.cluster().world().wall().toString());
        System.out.println(result);
    }

    private static int argument(String[] arguments, int index, int otherwise) {
        return arguments.length > index ? Integer.parseInt(arguments[index]) : otherwise;
    }

    private static double seconds(Duration span) {
        return span.toNanos() / NANOS_PER_SECOND;
    }

    /// What is reachable while the cluster still is.
    private static long liveHeap() {
        ManagementFactory.getMemoryMXBean().gc();
        return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed() >> MEGABYTE_SHIFT;
    }
}
