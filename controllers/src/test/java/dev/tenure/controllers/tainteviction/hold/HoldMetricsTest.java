package dev.tenure.controllers.tainteviction.hold;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.controllers.tainteviction.policy.EvictionHold;
import dev.tenure.controllers.tainteviction.policy.EvictionHold.Reason;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshot;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class HoldMetricsTest {
    private final PrometheusRegistry registry = new PrometheusRegistry();
    private final HoldMetrics metrics = new HoldMetrics(registry);

    private static EvictionHold hold(String policy, Reason reason) {
        return new EvictionHold(policy, reason, "because", false);
    }

    private Map<String, Double> held() {
        var all = new TreeMap<String, Double>();
        for (MetricSnapshot each : registry.scrape()) {
            if (each instanceof GaugeSnapshot gauge) {
                gauge.getDataPoints().forEach(point -> all.put(text(point.getLabels()), point.getValue()));
            }
        }
        return all;
    }

    private static String text(Labels labels) {
        String policy = Objects.requireNonNull(labels.get("policy"));
        return labels.contains("reason") ? policy + " " + labels.get("reason") : policy;
    }

    @Test
    void whatIsHeldNoMoreIsToldNoMore() {
        metrics.are(List.of(hold("a", Reason.PAUSED), hold("a", Reason.PAUSED), hold("b", Reason.BUDGET)));
        assertThat(held()).containsExactly(Map.entry("a Paused", 2.0), Map.entry("b Budget", 1.0));
        metrics.are(List.of(hold("a", Reason.PACE)));
        assertThat(held()).containsExactly(Map.entry("a Pace", 1.0));
        metrics.are(List.of());
        assertThat(held()).isEmpty();
    }

    @Test
    void howManyExpressionsFailIsToldOfEachPolicyThatHasSome() {
        metrics.faulty(Map.of("a", List.of("one", "two"), "b", List.of()));
        assertThat(held()).containsExactly(Map.entry("a", 2.0), Map.entry("b", 0.0));
        metrics.faulty(Map.of("b", List.of()));
        assertThat(held()).containsExactly(Map.entry("b", 0.0));
    }

    @Test
    void ofVeryManyPoliciesMostShareALabel() {
        metrics.are(IntStream.range(0, 1_000)
                .mapToObj(i -> hold("p" + i, Reason.PAUSED))
                .toList());
        assertThat(held())
                .hasSize(HoldMetrics.POLICIES_MAX + 1)
                .containsEntry("other Paused", 1_000.0 - HoldMetrics.POLICIES_MAX);
    }

    @Test
    void podsBeyondThoseThatAreWantedAreCountedByPolicy() {
        metrics.extra(Map.of("a", 2, "b", 1));
        assertThat(held()).containsExactly(Map.entry("a", 2.0), Map.entry("b", 1.0));
        metrics.extra(Map.of("b", 3));
        assertThat(held()).containsExactly(Map.entry("b", 3.0));
    }
}
