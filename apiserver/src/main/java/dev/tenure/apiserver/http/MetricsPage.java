package dev.tenure.apiserver.http;

import io.prometheus.metrics.expositionformats.PrometheusTextFormatWriter;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.io.ByteArrayOutputStream;
import java.io.IOException;

/// A page of what is counted, in Prometheus' text form: `/metrics` of the components of this process,
/// `/metrics/slis` of their health.
final class MetricsPage {
    static final String COMPONENTS = "/metrics";
    static final String HEALTH = "/metrics/slis";

    private final String path;
    private final PrometheusRegistry registry;
    private final PrometheusTextFormatWriter writer =
            PrometheusTextFormatWriter.builder().build();

    MetricsPage(String path, PrometheusRegistry registry) {
        this.path = path;
        this.registry = registry;
    }

    /// @return whether the path is this page's
    boolean answer(Exchange exchange) throws IOException {
        if (!exchange.path().equals(path)) {
            return false;
        }
        var bytes = new ByteArrayOutputStream();
        writer.write(bytes, registry.scrape());
        exchange.answer(200, PrometheusTextFormatWriter.CONTENT_TYPE, bytes.toByteArray());
        return true;
    }
}
