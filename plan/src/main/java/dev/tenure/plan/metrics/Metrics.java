package dev.tenure.plan.metrics;

import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;

/// What files of metrics say of nodes and the pods on them. Immutable once it is made.
///
/// @param nodes by their names
/// @param passedOver metrics of which nothing is made, and how many points they have
public record Metrics(Map<String, OfNode> nodes, Map<String, Integer> passedOver) {
    /// @param measures what is known of the node itself
    /// @param pods working sets by `namespace/name`
    record OfNode(Map<Measure, MetricSeries> measures, Map<String, MetricSeries> pods) {
        MetricSeries of(Measure measure) {
            return measures.getOrDefault(measure, MetricSeries.nothing());
        }

        boolean has(Measure measure) {
            return measures.containsKey(measure);
        }
    }

    public Metrics {
        nodes = new TreeMap<>(nodes);
        passedOver = new TreeMap<>(passedOver);
    }

    /// The earliest and the latest moment that is measured.
    Optional<Instant> first() {
        return moments().stream().min(Instant::compareTo);
    }

    Optional<Instant> last() {
        return moments().stream().max(Instant::compareTo);
    }

    private List<Instant> moments() {
        var all = new ArrayList<Instant>();
        for (OfNode node : nodes.values()) {
            for (MetricSeries series : node.measures().values()) {
                ends(series, all);
            }
            node.pods().values().forEach(series -> ends(series, all));
        }
        return all;
    }

    private static void ends(MetricSeries series, List<Instant> all) {
        if (!series.points().isEmpty()) {
            all.add(series.points().firstKey());
            all.add(series.points().lastKey());
        }
    }

    /// Who uses something.
    ///
    /// @param pod as `namespace/name`; empty for the node itself
    /// @param container empty for the pod as a whole
    record Whose(String node, String pod, String container) {}

    /// Takes points in. Confined to one thread.
    static final class Builder {
        private final Map<String, Map<Measure, Map<Instant, Double>>> nodes = new TreeMap<>();
        /// By node, pod and container; a container that is named twice counts once.
        private final Map<String, Map<String, Map<String, Map<Instant, Double>>>> pods = new TreeMap<>();
        private final Map<String, Integer> passedOver = new HashMap<>();

        void add(Whose whose, Measure measure, Instant at, double value) {
            if (whose.pod().isEmpty()) {
                nodes.computeIfAbsent(whose.node(), _ -> new EnumMap<>(Measure.class))
                        .computeIfAbsent(measure, _ -> new HashMap<>())
                        .put(at, value);
            } else if (measure == Measure.WORKING_SET) {
                pods.computeIfAbsent(whose.node(), _ -> new TreeMap<>())
                        .computeIfAbsent(whose.pod(), _ -> new TreeMap<>())
                        .computeIfAbsent(whose.container(), _ -> new HashMap<>())
                        .put(at, value);
            }
        }

        void passOver(String name) {
            passedOver.merge(name, 1, Integer::sum);
        }

        Metrics metrics() {
            var all = new TreeMap<String, OfNode>();
            var names = new TreeSet<>(nodes.keySet());
            names.addAll(pods.keySet());
            for (String name : names) {
                var measures = new EnumMap<Measure, MetricSeries>(Measure.class);
                nodes.getOrDefault(name, Map.of())
                        .forEach((measure, points) -> measures.put(measure, new MetricSeries(points)));
                var series = new TreeMap<String, MetricSeries>();
                pods.getOrDefault(name, Map.of()).forEach((pod, containers) -> series.put(pod, whole(containers)));
                all.put(name, new OfNode(measures, series));
            }
            return new Metrics(all, passedOver);
        }

        /// cAdvisor tells a pod as a whole beside its containers.
        private static MetricSeries whole(Map<String, Map<Instant, Double>> containers) {
            if (containers.containsKey("")) {
                return new MetricSeries(containers.getOrDefault("", Map.of()));
            }
            return containers.values().stream()
                    .map(MetricSeries::new)
                    .reduce(MetricSeries.nothing(), MetricSeries::plus);
        }
    }
}
