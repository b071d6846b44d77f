package dev.tenure.controllers.nodelifecycle;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.controllers.nodelifecycle.zone.ZoneCount;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class NodeMetricsTest {
    private static double gauge(PrometheusRegistry registry, String name) {
        return registry.scrape().stream()
                .filter(one -> one.getMetadata().getName().equals(name))
                .map(GaugeSnapshot.class::cast)
                .findFirst()
                .orElseThrow()
                .getDataPoints()
                .getFirst()
                .getValue();
    }

    @Test
    void aZoneThatIsGoneHasNoNodesAndIsHealthy() {
        var registry = new PrometheusRegistry();
        var metrics = new NodeMetrics(registry);
        metrics.zonesAre(Map.of("z", new ZoneCount(1, 3)));
        assertThat(gauge(registry, "node_collector_zone_size")).isEqualTo(4);
        assertThat(gauge(registry, "node_collector_zone_health")).isEqualTo(25);
        assertThat(gauge(registry, "node_collector_unhealthy_nodes_in_zone")).isEqualTo(3);
        metrics.zonesAre(Map.of());
        assertThat(gauge(registry, "node_collector_zone_size")).isZero();
        assertThat(gauge(registry, "node_collector_zone_health")).isEqualTo(100);
        assertThat(gauge(registry, "node_collector_unhealthy_nodes_in_zone")).isZero();
    }
}
