package dev.tenure.bench.perf;

import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.management.OperatingSystemMXBean;
import dev.tenure.bench.perf.Templates.NodeKind;
import dev.tenure.bench.perf.Workload.Step;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.runtime.io.Background;
import dev.tenure.runtime.io.Batch;
import dev.tenure.runtime.loop.Signal;
import dev.tenure.runtime.time.SystemTime;
import dev.tenure.wire.json.Json;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/// Runs workloads one after the other, each in a fresh cluster, and prints one JSON object a workload:
/// pods bound a second, CPU seconds of the whole process meanwhile, and how long a pod waited.
///
/// Usage: `SchedulerPerfBench [NAME…]`, a name being that of a test case or that of a test case and a
/// size; without any, all of size `500Nodes`; `list` prints the names.
public final class SchedulerPerfBench {
    private static final String USUAL = "/500Nodes";
    private static final int WORKERS = 8;
    private static final double NANOS_PER_SECOND = 1e9;

    private final SystemTime time = new SystemTime();
    private final OperatingSystemMXBean machine = (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
    private int made;

    private SchedulerPerfBench() {}

    public static void main(String[] arguments) throws Exception {
        List<String> names = List.of(arguments);
        if (names.equals(List.of("list"))) {
            Workloads.all().forEach(workload -> System.out.println(workload.name()));
            return;
        }
        List<Workload> chosen = names.isEmpty()
                ? Workloads.all().stream()
                        .filter(workload -> workload.name().contains(USUAL)
                                && !workload.name().startsWith("Parked"))
                        .toList()
                : names.stream().flatMap(SchedulerPerfBench::named).toList();
        if (chosen.isEmpty()) {
            System.err.println("error: no workload is named so; `list` prints the names");
            System.exit(2);
        }
        for (Workload workload : chosen) {
            System.out.println(new SchedulerPerfBench().run(workload));
        }
        System.exit(0);
    }

    private static Stream<Workload> named(String name) {
        return Workloads.all().stream()
                .filter(workload ->
                        workload.name().equals(name) || workload.name().startsWith(name + "/"));
    }

    private ObjectNode run(Workload workload) throws Exception {
        try (var cluster = new PerfCluster(time)) {
            var ended = new Signal();
            ObjectNode result = Json.object().put("bench", "scheduler_perf").put("workload", workload.name());
            for (Step step : workload.steps()) {
                switch (step) {
                    case Step.Nodes nodes -> nodes(cluster, nodes);
                    case Step.Namespaces(var prefix, int count, var team) -> {
                        for (int i = 0; i < count; i++) {
                            cluster.namespace(prefix + "-" + i, team);
                        }
                    }
                    case Step.Service _ -> cluster.create(ResourceTypes.SERVICES, "default", service());
                    case Step.Pods pods -> pods(cluster, pods, false);
                    case Step.Parked(int count, var kind) -> pods(cluster, new Step.Pods(count, kind, "default"), true);
                    case Step.Churn churn -> Background.run("churn", () -> churn(cluster, churn, ended));
                    case Step.Measured(int count, var kind, var namespace) -> {
                        long busy = machine.getProcessCpuTime();
                        result.setAll(pods(cluster, new Step.Pods(count, kind, namespace), false));
                        double seconds = (machine.getProcessCpuTime() - busy) / NANOS_PER_SECOND;
                        result.put("cpu_s", Math.round(seconds * 1000) / 1000.0);
                    }
                }
            }
            ended.raise();
            return result;
        }
    }

    private void nodes(PerfCluster cluster, Step.Nodes nodes) throws Exception {
        Batch.run(
                numbers(nodes.count()),
                WORKERS,
                i -> {
                    String name = nodes.kind() == NodeKind.NAMED
                            ? Templates.NAMED
                            : "%s-%d".formatted(nodes.kind() == NodeKind.TAINTED ? "taint-node" : "node", i);
                    String zone = nodes.zones().isEmpty()
                            ? ""
                            : nodes.zones().get(i % nodes.zones().size());
                    cluster.create(ResourceTypes.NODES, "", Templates.node(name, nodes.kind(), zone));
                },
                _ -> {});
    }

    /// Makes pods and waits until each is bound or has been told that it cannot be.
    private ObjectNode pods(PerfCluster cluster, Step.Pods pods, boolean orParked) throws Exception {
        int first = made;
        int count = pods.count();
        made += count;
        try (var bindings = new Bindings(time, cluster.client())) {
            Background.run("creator", () -> {
                for (int i = first; i < first + count; i++) {
                    String name = "pod-" + i;
                    bindings.asked(name);
                    cluster.create(ResourceTypes.PODS, pods.namespace(), Templates.pod(name, pods.kind()));
                }
            });
            bindings.await(count, orParked);
            return bindings.summary();
        }
    }

    private static void churn(PerfCluster cluster, Step.Churn churn, Signal ended) {
        try {
            int number = 0;
            do {
                cluster.create(ResourceTypes.PODS, "default", Templates.pod("churn-" + number++, churn.kind()));
            } while (!ended.await(Duration.ofMillis(churn.everyMillis())));
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    private static ObjectNode service() {
        ObjectNode service = Json.object();
        service.putObject("metadata").put("name", "service");
        ObjectNode spec = service.putObject("spec");
        spec.putObject("selector").put("app", "scheduler-perf");
        spec.putArray("ports").addObject().put("port", 80);
        return service;
    }

    private static Iterable<Integer> numbers(int count) {
        return IntStream.range(0, count).boxed().toList();
    }
}
