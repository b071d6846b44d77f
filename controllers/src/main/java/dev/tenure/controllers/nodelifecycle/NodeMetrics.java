package dev.tenure.controllers.nodelifecycle;

import dev.tenure.controllers.nodelifecycle.zone.ZoneCount;
import dev.tenure.model.meta.Frozen;
import io.prometheus.metrics.core.metrics.Counter;
import io.prometheus.metrics.core.metrics.Gauge;
import io.prometheus.metrics.core.metrics.Histogram;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.time.Duration;
import java.util.Map;
import java.util.Set;

/// What the node lifecycle counts, under upstream's names. Confined to one loop. Upstream:
/// nodelifecycle/metrics.go.
public final class NodeMetrics {
    private static final String ZONE = "zone";
    private static final double PERCENT = 100;
    private static final double NANOS_PER_SECOND = 1e9;
    private static final double[] ALL_BUCKETS = {0.01, 0.04, 0.16, 0.64, 2.56, 10.24, 40.96, 163.84};

    private final Gauge health;
    private final Gauge size;
    private final Gauge unhealthy;
    private final Counter evictions;
    private final Histogram all;
    private Set<String> reported = Set.of();

    public NodeMetrics(PrometheusRegistry registry) {
        health = gauge(registry, "node_collector_zone_health", "Share of ready nodes in a zone, in percent.");
        size = gauge(registry, "node_collector_zone_size", "Nodes in a zone.");
        unhealthy = gauge(registry, "node_collector_unhealthy_nodes_in_zone", "Nodes of a zone that are not ready.");
        evictions = Counter.builder()
                .name("node_collector_evictions_total")
                .help("Nodes tainted NoExecute since this process began, by zone.")
                .labelNames(ZONE)
                .withoutExemplars()
                .register(registry);
        all = Histogram.builder()
                .name("node_collector_update_all_nodes_health_duration_seconds")
                .help("Seconds that a look at the health of all nodes took.")
                .classicOnly()
                .withoutExemplars()
                .classicUpperBounds(ALL_BUCKETS)
                .register(registry);
    }

    private static Gauge gauge(PrometheusRegistry registry, String name, String help) {
        return Gauge.builder()
                .name(name)
                .help(help)
                .labelNames(ZONE)
                .withoutExemplars()
                .register(registry);
    }

    /// A zone that was told of the last time and is missing has no nodes any more.
    void zonesAre(Map<String, ZoneCount> counts) {
        reported.stream().filter(zone -> !counts.containsKey(zone)).forEach(zone -> zoneIs(zone, ZoneCount.NONE));
        counts.forEach(this::zoneIs);
        reported = Frozen.set(counts.keySet());
    }

    void lookedAtAll(Duration took) {
        all.observe(took.toNanos() / NANOS_PER_SECOND);
    }

    private void zoneIs(String zone, ZoneCount count) {
        health.labelValues(zone).set(count.size() == 0 ? PERCENT : PERCENT * count.ready() / count.size());
        size.labelValues(zone).set(count.size());
        unhealthy.labelValues(zone).set(count.notReady());
        evictions.labelValues(zone).inc(0);
    }

    void tainted(String zone) {
        evictions.labelValues(zone).inc();
    }
}
