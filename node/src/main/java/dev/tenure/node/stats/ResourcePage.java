package dev.tenure.node.stats;

import dev.tenure.kubelet.stats.NodeUse;
import dev.tenure.kubelet.stats.NodeUse.ContainerUse;
import dev.tenure.kubelet.stats.NodeUse.PodUse;
import dev.tenure.kubelet.stats.ResourceUse;
import dev.tenure.wire.json.go.GoFloat;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;

/// What nodes, pods and containers have used, in Prometheus' text form, as kubelets tell it at
/// `/metrics/resource`: families in the order of their names, series in that of their labels. Pure. Upstream:
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
    private record Measure(Family family, Function<ResourceUse, OptionalLong> of, double perUnit) {
        Measure(Family family, Function<ResourceUse, OptionalLong> of) {
            this(family, of, 1);
        }
    }

    private static List<Measure> measures(String of) {
        return List.of(
                new Measure(
                        Family.counter(
                                of + "_cpu_usage_seconds_total",
                                "Cumulative cpu time consumed by the %s in core-seconds".formatted(of)),
                        ResourceUse::cpuNanos,
                        NANOS_PER_SECOND),
                new Measure(
                        Family.gauge(
                                of + "_memory_working_set_bytes",
                                "Current working set of the %s in bytes".formatted(of)),
                        ResourceUse::workingSetBytes));
    }

    private static final List<Measure> NODE = with(
            "node",
            new Measure(
                    Family.swap("node_swap_usage_bytes", "Current swap usage of the node in bytes"),
                    ResourceUse::swapBytes));
    private static final List<Measure> POD = with(
            "pod",
            new Measure(
                    Family.swap("pod_swap_usage_bytes", "Current amount of the pod swap usage in bytes"),
                    ResourceUse::swapBytes));
    private static final List<Measure> CONTAINER = with(
            "container",
            new Measure(
                    Family.swap("container_swap_usage_bytes", "Current amount of the container swap usage in bytes"),
                    ResourceUse::swapBytes),
            new Measure(
                    Family.swap("container_swap_limit_bytes", "Current amount of the container swap limit in bytes"),
                    ResourceUse::swapLimitBytes));
    private static final Family BEGAN =
            Family.gauge("container_start_time_seconds", "Start time of the container since unix epoch in seconds");
    private static final Family FAILED = Family.gauge(
            "resource_scrape_error", "1 if there was an error while getting container metrics, 0 otherwise");

    private static List<Measure> with(String of, Measure... more) {
        var all = new ArrayList<>(measures(of));
        all.addAll(List.of(more));
        return List.copyOf(all);
    }

    /// Families with their series; labels are ordered as texts, for the quote after a name comes before all
    /// that names are made of. Used by one thread.
    private static final class Page {
        private final SortedMap<Family, SortedMap<String, String>> series =
                new TreeMap<>(Comparator.comparing(Family::name));

        void add(Family family, String labels, String value) {
            series.computeIfAbsent(family, _ -> new TreeMap<>()).put(labels, value);
        }

        void add(List<Measure> measures, String labels, ResourceUse use) {
            for (Measure measure : measures) {
                measure.of()
                        .apply(use)
                        .ifPresent(measured -> add(
                                measure.family(),
                                labels,
                                GoFloat.shortest(measured / measure.perUnit()) + " "
                                        + use.time().toEpochMilli()));
            }
        }

        String text() {
            var text = new StringBuilder();
            series.forEach((family, all) -> {
                String name = family.name();
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
