package dev.tenure.controllers.nodereadiness;

import static org.assertj.core.api.Assertions.assertThat;

import io.prometheus.metrics.model.registry.PrometheusRegistry;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class ReadinessMetricsTest {
    private final PrometheusRegistry registry = new PrometheusRegistry();
    private final ReadinessMetrics metrics = new ReadinessMetrics(registry);

    private static NodeReadinessRule rule(String mode) {
        return Rules.read("""
                {'metadata': {'name': 'r', 'uid': 'u'},
                 'spec': {'conditions': [{'type': 'net', 'requiredStatus': 'True'}], 'nodeSelector': {},
                  'taint': {'key': 'readiness.k8s.io/net', 'effect': 'NoSchedule'}, 'enforcementMode': '%s'}}
                """.formatted(mode));
    }

    private Map<String, Double> nodes() {
        var byState = new TreeMap<String, Double>();
        registry.scrape(name -> name.equals("node_readiness_nodes_by_state")).stream()
                .flatMap(family -> ((GaugeSnapshot) family).getDataPoints().stream())
                .forEach(point -> byState.put(String.valueOf(point.getLabels().get("state")), point.getValue()));
        return byState;
    }

    @Test
    void nodesThatWaitOnceAreToldApartFromThoseThatAreNotReady() {
        metrics.nodesAre(rule("bootstrap-only"), 3, 2);
        assertThat(nodes()).isEqualTo(Map.of("ready", 3.0, "not_ready", 0.0, "bootstrapping", 2.0));
        metrics.nodesAre(rule("continuous"), 3, 2);
        assertThat(nodes()).isEqualTo(Map.of("ready", 3.0, "not_ready", 2.0, "bootstrapping", 0.0));
        metrics.forget("r");
        assertThat(nodes()).isEmpty();
    }
}
