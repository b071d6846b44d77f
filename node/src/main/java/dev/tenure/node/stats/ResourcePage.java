package dev.tenure.node.stats;

import dev.tenure.kubelet.stats.NodeUse;
import dev.tenure.kubelet.stats.NodeUse.ContainerUse;
import dev.tenure.kubelet.stats.NodeUse.PodUse;
import dev.tenure.kubelet.stats.ResourceUse;
import dev.tenure.wire.json.GoFloat;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.function.Function;

/// What nodes, pods and containers have used, in Prometheus' text form, as kubelets tell it at `/metrics/resource`:
/// families in the order of their names, series in that of their labels. Pure. Upstream:
/// pkg/kubelet/metrics/collectors/resource_metrics.go.
final class ResourcePage {
    private static final double NANOS_PER_SECOND = 1e9;

    private ResourcePage() {}

    /// One kind of number.
    ///
    /// @param help what it is, with how settled it is
    private record Family(String name, String help, String type) {
        static Family counter(String name, String help) {
            return new Family(name, "[STABLE] " + help, "counter");
        }

        static Family gauge(String name, String help) {
            return new Family(name, "[STABLE] " + help, "gauge");
        }

        static Family swap(String name, String help) {
            return new Family(name, "[ALPHA] " + help + ". Reported only on non-windows systems", "gauge");
        }
    }

    /// What one number of a use is, for nodes, pods and containers.
    private record Number(Family family, Function<ResourceUse, OptionalLong> of, double perUnit) {
        Number(Family family, Function<ResourceUse, OptionalLong> of) {
            this(family, of, 1);
        }
    }

    private static List<Number> numbers(String of) {
        return List.of(
                new Number(
                        Family.counter(
                                of + "_cpu_usage_seconds_total",
                                "Cumulative cpu time consumed by the %s in core-seconds".formatted(of)),
                        ResourceUse::cpuNanos,
                        NANOS_PER_SECOND),
                new Number(
                        Family.gauge(
                                of + "_memory_working_set_bytes",
                                "Current working set of the %s in bytes".formatted(of)),
                        ResourceUse::workingSetBytes));
    }

    private static final List<Number> NODE = with(
            "node",
            new Number(
                    Family.swap("node_swap_usage_bytes", "Current swap usage of the node in bytes"),
                    ResourceUse::swapBytes));
    private static final List<Number> POD = with(
            "pod",
            new Number(
                    Family.swap("pod_swap_usage_bytes", "Current amount of the pod swap usage in bytes"),
                    ResourceUse::swapBytes));
    private static final List<Number> CONTAINER = with(
            "container",
            new Number(
                    Family.swap("container_swap_usage_bytes", "Current amount of the container swap usage in bytes"),
                    ResourceUse::swapBytes),
            new Number(
                    Family.swap("container_swap_limit_bytes", "Current amount of the container swap limit in bytes"),
                    ResourceUse::swapLimitBytes));
    private static final Family BEGAN =
            Family.gauge("container_start_time_seconds", "Start time of the container since unix epoch in seconds");
    private static final Family FAILED = Family.gauge(
            "resource_scrape_error", "1 if there was an error while getting container metrics, 0 otherwise");

    private static List<Number> with(String of, Number... more) {
        var all = new ArrayList<>(numbers(of));
        all.addAll(List.of(more));
        return List.copyOf(all);
    }

    /// Families with their series. Used by one thread.
    private static final class Page {
        private final TreeMap<String, Family> families = new TreeMap<>();
        private final TreeMap<String, TreeMap<String, String>> series = new TreeMap<>();

        void add(Family family, String labels, String value) {
            families.put(family.name(), family);
            series.computeIfAbsent(family.name(), _ -> new TreeMap<>()).put(labels, value);
        }

        void add(List<Number> numbers, String labels, ResourceUse use) {
            for (Number number : numbers) {
                number.of()
                        .apply(use)
                        .ifPresent(measured -> add(
                                number.family(),
                                labels,
                                GoFloat.shortest(measured / number.perUnit()) + " "
                                        + use.time().toEpochMilli()));
            }
        }

        String text() {
            var text = new StringBuilder();
            series.forEach((name, all) -> {
                Family family = families.get(name);
                text.append("# HELP ")
                        .append(name)
                        .append(' ')
                        .append(family.help())
                        .append('\n');
                text.append("# TYPE ")
                        .append(name)
                        .append(' ')
                        .append(family.type())
                        .append('\n');
                all.forEach((labels, value) -> text.append(name)
                        .append(labels)
                        .append(' ')
                        .append(value)
                        .append('\n'));
            });
            return text.toString();
        }
    }

    /// The whole page.
    static String of(NodeUse use) {
        var page = new Page();
        page.add(NODE, "", use.node());
        for (PodUse pod : use.pods()) {
            String where = "namespace=\"%s\",pod=\"%s\"}".formatted(pod.namespace(), pod.name());
            pod.whole().ifPresent(whole -> page.add(POD, "{" + where, whole));
            for (ContainerUse container : pod.containers()) {
                String labels = "{container=\"%s\",%s".formatted(container.name(), where);
                if (container.began().getEpochSecond() > 0) {
                    page.add(BEGAN, labels, GoFloat.shortest(nanos(container.began()) / NANOS_PER_SECOND));
                }
                container.use().ifPresent(used -> page.add(CONTAINER, labels, used));
            }
        }
        page.add(FAILED, "", "0");
        return page.text();
    }

    /// The page of a look that failed.
    static String failed() {
        var page = new Page();
        page.add(FAILED, "", "1");
        return page.text();
    }

    private static double nanos(Instant moment) {
        return moment.getEpochSecond() * 1_000_000_000L + moment.getNano();
    }
}
