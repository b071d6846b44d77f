package dev.tenure.apiserver.http.connection;

import dev.tenure.runtime.http.ConnectionEnding;
import dev.tenure.runtime.http.Connections;
import io.prometheus.metrics.core.metrics.CounterWithCallback;
import io.prometheus.metrics.core.metrics.GaugeWithCallback;
import io.prometheus.metrics.model.registry.PrometheusRegistry;

/// What a server tells of its connections in metrics: how many there are, and how many it ended without an
/// answer. Upstream counts neither; net/http logs handshakes that fail.
public final class ConnectionMetrics {
    private ConnectionMetrics() {}

    /// Shows them from now on.
    public static void register(Connections connections, PrometheusRegistry registry) {
        GaugeWithCallback.builder()
                .name("tenure_http_connections")
                .help("How many connections of clients there are, and how many have come in and not gone.")
                .labelNames("state")
                .callback(gauge -> {
                    gauge.call(connections.count(), "open");
                    gauge.call(connections.inside(), "accepted");
                })
                .register(registry);
        CounterWithCallback.builder()
                .name("tenure_http_connections_ended_total")
                .help("How many connections the server ended without an answer.")
                .labelNames("reason")
                .callback(counter -> {
                    for (ConnectionEnding why : ConnectionEnding.values()) {
                        counter.call((double) connections.ended(why), why.word());
                    }
                })
                .register(registry);
    }
}
