package dev.tenure.controllers.nodelifecycle;

import dev.tenure.controllers.nodelifecycle.zone.ZoneCount;
import io.prometheus.metrics.core.metrics.Counter;
import io.prometheus.metrics.core.metrics.Gauge;
import io.prometheus.metrics.model.registry.PrometheusRegistry;

/// What the node lifecycle counts, under upstream's names. Upstream: nodelifecycle/metrics.go.
public final class NodeMetrics {
    private static final String ZONE = "zone";
    private static final double PERCENT = 100;

    private final Gauge health;
    private final Gauge size;
    private final Gauge unhealthy;
    private final Counter evictions;

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
    }

    private static Gauge gauge(PrometheusRegistry registry, String name, String help) {
        return Gauge.builder()
                .name(name)
                .help(help)
                .labelNames(ZONE)
                .withoutExemplars()
                .register(registry);
    }

    void zoneIs(String zone, ZoneCount count) {
        health.labelValues(zone).set(count.size() == 0 ? PERCENT : PERCENT * count.ready() / count.size());
        size.labelValues(zone).set(count.size());
        unhealthy.labelValues(zone).set(count.notReady());
        evictions.labelValues(zone).inc(0);
    }

    void tainted(String zone) {
        evictions.labelValues(zone).inc();
    }
}
