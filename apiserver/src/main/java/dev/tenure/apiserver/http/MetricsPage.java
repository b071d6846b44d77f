package dev.tenure.apiserver.http;

import io.prometheus.metrics.expositionformats.PrometheusTextFormatWriter;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.io.ByteArrayOutputStream;
import java.io.IOException;

/// `/metrics`: what the components of this process count, in Prometheus' text form.
final class MetricsPage {
    private final PrometheusRegistry registry;
    private final PrometheusTextFormatWriter writer =
            PrometheusTextFormatWriter.builder().build();

    MetricsPage(PrometheusRegistry registry) {
        this.registry = registry;
    }

    /// @return whether the path is that of the metrics
    boolean answer(Exchange exchange) throws IOException {
        if (!exchange.path().equals("/metrics")) {
            return false;
        }
        var bytes = new ByteArrayOutputStream();
        writer.write(bytes, registry.scrape());
        exchange.answer(200, PrometheusTextFormatWriter.CONTENT_TYPE, bytes.toByteArray());
        return true;
    }
}
