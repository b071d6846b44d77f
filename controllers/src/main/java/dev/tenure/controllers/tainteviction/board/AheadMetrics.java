package dev.tenure.controllers.tainteviction.board;

import io.prometheus.metrics.core.metrics.Gauge;
import io.prometheus.metrics.model.registry.PrometheusRegistry;

/// How many evictions lie ahead: a number that can raise an alarm before anybody leaves. Confined to a loop.
public final class AheadMetrics {
    private final Gauge coming;

    public AheadMetrics(PrometheusRegistry registry) {
        coming = Gauge.builder()
                .name("tenure_taint_eviction_coming_pods")
                .help("Pods that are to leave because of taints of their nodes once they tolerate them no longer.")
                .withoutExemplars()
                .register(registry);
    }

    /// So many are to leave now.
    void are(int pods) {
        coming.set(pods);
    }
}
