package dev.tenure.bench.perf;

import dev.tenure.runtime.time.SystemTime;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.ObjectNode;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// Runs workloads one after the other, each in a fresh cluster, and prints one line a workload: pods bound a
/// second beside what upstream asks of itself, CPU time of the whole process meanwhile, and how long a pod
/// waited.
@Command(
        name = "bench/run scheduler_perf",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "Runs the workloads of upstream's scheduler_perf (Kubernetes 1.36.3), under the same names, against an"
                    + " API server and a scheduler in this process, with objects in memory.",
            "",
            "A workload whose name ends in the name of a feature gate does the same as the one without: Tenure has no"
                    + " such gates; queueing hints, preemption and calls of the API never hold up its scheduler.",
            ""
        },
        footer = {
            "",
            "Examples:",
            "  bench/run scheduler_perf list Preemption",
            "  bench/run scheduler_perf --nodes-max 500 EventHandling SchedulingWithNodeInclusionPolicy",
            "  bench/run scheduler_perf -o json TopologySpreading/5000Nodes_5000Pods"
        })
public final class SchedulerPerfBench implements Callable<Integer> {
    private static final String USUAL = "500Nodes";
    private static final int ANY = Integer.MAX_VALUE;

    private enum Format {
        json,
        table
    }

    @Parameters(
            arity = "0..*",
            paramLabel = "PREFIX",
            description = {
                "Beginnings of names, for example SchedulingPodAffinity or SchedulingPodAffinity/500Nodes; the whole"
                        + " name of one workload chooses that alone. Without any: all of size 500Nodes.",
                "With `list` before them: print the names, and run nothing."
            })
    private List<String> prefixes = List.of();

    @Option(
            names = "--nodes-max",
            paramLabel = "N",
            defaultValue = "" + ANY,
            showDefaultValue = CommandLine.Help.Visibility.NEVER,
            description = "Only workloads of at most so many nodes; without a PREFIX, all of those.")
    private int nodesMax = ANY;

    @Option(
            names = {"-o", "--output"},
            defaultValue = "json",
            description = "json: one object a workload (the default); table: columns.")
    private Format format = Format.json;

    private final SystemTime time = new SystemTime();

    private SchedulerPerfBench() {}

    public static void main(String[] arguments) {
        System.exit(new CommandLine(new SchedulerPerfBench()).execute(arguments));
    }

    @Override
    public Integer call() {
        boolean listing = !prefixes.isEmpty() && prefixes.getFirst().equals("list");
        List<String> names = listing ? prefixes.subList(1, prefixes.size()) : prefixes;
        boolean usual = !listing && names.isEmpty() && nodesMax == ANY;
        List<Workload> chosen = usual
                ? WorkloadList.ofSize(Workloads.all(), USUAL)
                : WorkloadList.matching(Workloads.all(), names, nodesMax);
        if (chosen.isEmpty()) {
            System.err.println("error: no workload has such a name; `bench/run scheduler_perf list` prints the names");
            return 2;
        }
        if (listing) {
            System.out.print(WorkloadList.grouped(chosen));
            return 0;
        }
        return run(chosen);
    }

    private int run(List<Workload> chosen) {
        if (format == Format.table) {
            System.out.println(WorkloadList.RESULT_HEADING);
        }
        int failed = 0;
        for (int i = 0; i < chosen.size(); i++) {
            Workload workload = chosen.get(i);
            String prefix = "%s (%d of %d): ".formatted(workload.name(), i + 1, chosen.size());
            try (var run = new WorkloadRun(time, line -> System.err.println(prefix + line))) {
                ObjectNode result = about(workload);
                result.setAll(run.run(workload));
                System.out.println(format == Format.json ? result : WorkloadList.row(result));
            } catch (Exception e) {
                failed++;
                System.err.println("error: " + prefix + e.getMessage());
            }
        }
        return failed == 0 ? 0 : 1;
    }

    private static ObjectNode about(Workload workload) {
        ObjectNode result = Json.object()
                .put("bench", "scheduler_perf")
                .put("workload", workload.name())
                .put("nodes", workload.nodes());
        double load = ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage();
        result.put("load_before", Math.round(load * 10) / 10.0);
        workload.threshold().ifPresent(threshold -> result.put("upstream_threshold", threshold));
        return result;
    }
}
