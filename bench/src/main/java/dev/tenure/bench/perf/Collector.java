package dev.tenure.bench.perf;

import com.sun.management.OperatingSystemMXBean;
import dev.tenure.runtime.time.SystemTime;
import dev.tenure.runtime.time.Tick;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.ObjectNode;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/// What is measured between the start and the end of a collection: pods that were bound, how long each waited
/// from the request that made it, and the CPU time of this whole process meanwhile. Safe for any thread.
final class Collector {
    private static final double NANOS_PER_MICRO = 1e3;
    private static final double NANOS_PER_MILLI = 1e6;
    private static final double NANOS_PER_SECOND = 1e9;

    private record Name(String namespace, String name) {}

    private final OperatingSystemMXBean machine = (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
    private final SystemTime time;
    private final Set<String> namespaces;
    private final String type;
    private final Tick start;
    private final long cpuBefore = machine.getProcessCpuTime();
    private final Map<Name, Tick> asked = new ConcurrentHashMap<>();
    private final Map<Name, Tick> bound = new ConcurrentHashMap<>();

    /// Starts collecting.
    ///
    /// @param namespaces whose pods count
    /// @param type value of the label `type` of those that count; empty: all
    Collector(SystemTime time, Set<String> namespaces, String type) {
        this.time = time;
        this.namespaces = namespaces;
        this.type = type;
        start = time.now();
    }

    /// A pod is about to be created.
    void asked(String namespace, String name) {
        if (namespaces.contains(namespace)) {
            asked.put(new Name(namespace, name), time.now());
        }
    }

    void bound(String namespace, String name, String itsType, Tick at) {
        if (namespaces.contains(namespace) && (type.isEmpty() || type.equals(itsType))) {
            bound.putIfAbsent(new Name(namespace, name), at);
        }
    }

    int bound() {
        return bound.size();
    }

    /// Ends collecting. Throughput counts from the first request to the last binding.
    ObjectNode summary() {
        long cpu = machine.getProcessCpuTime() - cpuBefore;
        var waits = new ArrayList<Long>();
        long first = asked.values().stream().mapToLong(Tick::nanos).min().orElse(start.nanos());
        long last = bound.values().stream().mapToLong(Tick::nanos).max().orElse(0);
        bound.forEach((name, at) ->
                waits.add(at.nanos() - asked.getOrDefault(name, start).nanos()));
        waits.sort(null);
        int pods = waits.size();
        return Json.object()
                .put("pods", pods)
                .put("throughput", Math.round(pods * NANOS_PER_SECOND / Math.max(1, last - first)))
                .put("p50_ms", percentile(waits, 50))
                .put("p99_ms", percentile(waits, 99))
                .put("cpu_s", Math.round(cpu / NANOS_PER_MILLI) / 1_000.0)
                .put("cpu_us_per_pod", Math.round(cpu / NANOS_PER_MICRO / Math.max(1, pods)));
    }

    private static double percentile(List<Long> sorted, int percent) {
        return sorted.isEmpty()
                ? 0
                : Math.round(sorted.get((sorted.size() - 1) * percent / 100) / NANOS_PER_MILLI * 10) / 10.0;
    }
}
