package dev.tenure.bench.perf;

import dev.tenure.wire.json.ObjectNode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.stream.Collectors;

/// Chooses workloads by name, and prints them and their results in columns.
final class WorkloadList {
    static final String RESULT_HEADING = "%-72s %6s %8s %9s %9s %9s %9s"
            .formatted("WORKLOAD", "PODS", "PODS/S", "UPSTREAM", "CPU/POD", "P50", "P99");

    private static final Map<String, String> HEADINGS = Map.of(
            "misc",
            "misc: basic, daemon sets, preemption, unschedulable and gated pods, churn",
            "affinity",
            "affinity: pod and node affinity",
            "topology_spreading",
            "topology_spreading: spreading, and taints that count in it",
            "event_handling",
            "event_handling: pods that wait for a change (taints, cordons, labels, room, other pods)",
            "volumes",
            "volumes: secrets and bound volumes",
            Workload.OWN,
            "tenure: none of upstream's");

    private WorkloadList() {}

    static List<Workload> ofSize(List<Workload> all, String size) {
        return all.stream().filter(workload -> workload.size().equals(size)).toList();
    }

    /// Those whose name begins with one of the prefixes; a prefix that is a whole name stands for that one
    /// alone.
    ///
    /// @param prefixes none: all workloads
    /// @param nodesMax how many nodes they may have
    static List<Workload> matching(List<Workload> all, List<String> prefixes, int nodesMax) {
        var names = all.stream().map(Workload::name).collect(Collectors.toSet());
        return all.stream()
                .filter(workload -> workload.nodes() <= nodesMax)
                .filter(workload -> prefixes.isEmpty()
                        || prefixes.stream()
                                .anyMatch(prefix -> names.contains(prefix)
                                        ? workload.name().equals(prefix)
                                        : workload.name().startsWith(prefix)))
                .toList();
    }

    /// One heading a group, one line a workload: its name, how many nodes and pods it makes, and the
    /// threshold.
    static String grouped(List<Workload> workloads) {
        var groups = new LinkedHashMap<String, List<Workload>>();
        for (Workload workload : workloads) {
            groups.computeIfAbsent(workload.file(), _ -> new ArrayList<>()).add(workload);
        }
        var text = new StringBuilder();
        groups.forEach((file, members) -> {
            text.append("# %s (%d)%n".formatted(HEADINGS.getOrDefault(file, file), members.size()));
            members.forEach(workload -> text.append(line(workload)));
        });
        return text.toString();
    }

    private static String line(Workload workload) {
        OptionalInt threshold = workload.threshold();
        String least = threshold.isPresent() ? "  upstream >= %d/s".formatted(threshold.getAsInt()) : "";
        return "%-86s %5d nodes %6d pods%s%n".formatted(workload.name(), workload.nodes(), workload.pods(), least);
    }

    /// One result below [#RESULT_HEADING].
    static String row(ObjectNode result) {
        return "%-72s %6d %8d %9s %7dus %7.1fms %7.1fms"
                .formatted(
                        result.path("workload").asText(),
                        result.path("pods").asInt(),
                        result.path("throughput").asLong(),
                        result.path("upstream_threshold").asText("-"),
                        result.path("cpu_us_per_pod").asLong(),
                        result.path("p50_ms").asDouble(),
                        result.path("p99_ms").asDouble());
    }
}
