package dev.tenure.controllers.taintterm;

import dev.tenure.rules.taint.PastTaintTerm;
import io.prometheus.metrics.core.metrics.Counter;
import io.prometheus.metrics.core.metrics.Gauge;
import io.prometheus.metrics.model.registry.PrometheusRegistry;

/// What is counted of the terms of taints. Confined to one loop.
public final class TermMetrics {
    private final Gauge terms;
    private final Counter ended;

    public TermMetrics(PrometheusRegistry registry) {
        terms = Gauge.builder()
                .name("tenure_taint_terms")
                .help("Terms of taints that nodes have, the unreadable ones left out.")
                .withoutExemplars()
                .register(registry);
        ended = Counter.builder()
                .name("tenure_taint_terms_ended_total")
                .help(
                        "Terms of taints that came to an end, by how: their taint was taken away in time, or something was"
                                + " there before.")
                .labelNames("how")
                .withoutExemplars()
                .register(registry);
    }

    void are(int count) {
        terms.set(count);
    }

    void over(PastTaintTerm.How how) {
        ended.labelValues(how.word()).inc();
    }
}
