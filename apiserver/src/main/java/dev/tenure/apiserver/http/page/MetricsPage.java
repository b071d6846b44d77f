package dev.tenure.apiserver.http.page;

import dev.tenure.apiserver.http.exchange.Exchange;
import io.prometheus.metrics.expositionformats.PrometheusTextFormatWriter;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.io.ByteArrayOutputStream;
import java.io.IOException;

/// A page of what is counted, in Prometheus' text form: `/metrics` of the components of this process,
/// `/metrics/slis` of their health.
public final class MetricsPage {
    public static final String COMPONENTS = "/metrics";
    public static final String HEALTH = "/metrics/slis";

    private final String path;
    private final PrometheusRegistry registry;
    private final PrometheusTextFormatWriter writer =
            PrometheusTextFormatWriter.builder().build();

    public MetricsPage(String path, PrometheusRegistry registry) {
        this.path = path;
        this.registry = registry;
    }

    /// @return whether the path is this page's
    public boolean answer(Exchange exchange) throws IOException {
        if (!exchange.path().equals(path)) {
            return false;
        }
        var bytes = new ByteArrayOutputStream();
        writer.write(bytes, registry.scrape());
        exchange.answer(200, PrometheusTextFormatWriter.CONTENT_TYPE, bytes.toByteArray());
        return true;
    }
}
