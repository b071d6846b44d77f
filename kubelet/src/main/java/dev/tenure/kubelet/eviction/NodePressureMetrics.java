package dev.tenure.kubelet.eviction;

import dev.tenure.kubelet.eviction.threshold.Signal;
import io.prometheus.metrics.core.metrics.Gauge;
import io.prometheus.metrics.core.metrics.Histogram;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.time.Duration;

/// What evictions under pressure are counted by, under upstream's names. `kubelet_evictions` only ever rises;
/// it is registered as a gauge because the client library would call a counter `kubelet_evictions_total`.
/// Upstream: kubelet/metrics/metrics.go.
public final class NodePressureMetrics {
    private static final double NANOS_PER_SECOND = 1e9;
    private static final String LABEL = "eviction_signal";

    private final Gauge evictions;
    private final Histogram statsAge;

    public NodePressureMetrics(PrometheusRegistry registry) {
        evictions = Gauge.builder()
                .name("kubelet_evictions")
                .help("Pods evicted because of pressure or a limit of local storage, by signal.")
                .labelNames(LABEL)
                .withoutExemplars()
                .register(registry);
        statsAge = Histogram.builder()
                .name("kubelet_eviction_stats_age_seconds")
                .help("Age of the numbers on which a pod was evicted, by signal.")
                .labelNames(LABEL)
                .classicOnly()
                .withoutExemplars()
                .register(registry);
    }

    void evicted(Eviction eviction) {
        evictions.labelValues(eviction.label()).inc();
    }

    void acted(Signal signal, Duration age) {
        statsAge.labelValues(signal.word()).observe(age.toNanos() / NANOS_PER_SECOND);
    }
}
