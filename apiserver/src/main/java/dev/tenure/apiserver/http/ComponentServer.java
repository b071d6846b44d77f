package dev.tenure.apiserver.http;

import dev.tenure.apiserver.http.connection.Timeouts;
import dev.tenure.apiserver.http.exchange.Exchange;
import dev.tenure.apiserver.http.page.ComponentFacts;
import dev.tenure.apiserver.http.page.HealthPages;
import dev.tenure.apiserver.http.page.MetricsPage;
import dev.tenure.apiserver.http.page.PageTable;
import dev.tenure.apiserver.http.page.ServerVersion;
import dev.tenure.apiserver.http.page.StatusPages;
import dev.tenure.apiserver.registry.RefusedException;
import dev.tenure.runtime.http.AttendedTime;
import dev.tenure.runtime.http.Listener;
import dev.tenure.runtime.observe.FaultReporter;
import dev.tenure.runtime.time.SystemTime;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.ServerConnector;

/// What a component that runs without an API server of its own tells of itself: `/metrics`, `/metrics/slis`,
/// `/healthz`, `/livez`, `/readyz`, `/version`, `/statusz` and `/flagz`, to everybody who reaches the socket,
/// without TLS. Upstream: cmd/kube-scheduler/app/server.go (newHealthEndpointsAndMetricsHandler), which asks
/// for a certificate.
public final class ComponentServer implements AutoCloseable {
    private static final int THREADS_MAX = 8;
    private static final long IDLE_MILLIS = 60_000;

    private final Listener listener;
    private final PageTable pages;
    private final FaultReporter faults;

    /// Prepares the socket; [#start] opens it.
    ///
    /// @param facts what it tells of itself
    /// @param host a name or an address of this machine
    /// @param port 0 for a free one
    /// @param faults notified of exceptions that nobody foresaw
    public ComponentServer(
            ComponentFacts facts, String host, int port, PrometheusRegistry metrics, FaultReporter faults) {
        this.faults = faults;
        var time = new SystemTime();
        Map<String, BooleanSupplier> checks = Map.of("ping", () -> true);
        var health = new HealthPages(checks, checks, time.wall());
        var about = new StatusPages(facts, HttpServer.STATUS_PATHS, time, new SecureRandom());
        pages = new PageTable(
                List.of(
                        new MetricsPage(MetricsPage.COMPONENTS, metrics)::answer,
                        new MetricsPage(MetricsPage.HEALTH, health.indicators())::answer,
                        about::answer),
                health,
                ServerVersion.facts());
        listener = new Listener(
                "component",
                THREADS_MAX,
                new Listener.Place(Optional.of(host), port, IDLE_MILLIS),
                (server, configuration) -> new ServerConnector(server, new HttpConnectionFactory(configuration)));
    }

    private static void answer(PageTable pages, Exchange exchange) throws IOException {
        try {
            pages.answer(exchange);
        } catch (RefusedException e) {
            byte[] why = (e.status().message() + "\n").getBytes(StandardCharsets.UTF_8);
            exchange.answer(e.status().code(), "text/plain; charset=utf-8", why);
        }
    }

    /// Opens the socket.
    ///
    /// @throws IOException when that is not possible, for example because somebody else has the port
    public void start() throws IOException {
        var time = new SystemTime();
        listener.start(new ExchangeHandler(
                exchange -> answer(pages, exchange),
                new ExchangeHandler.Pace(time, new AttendedTime(time), Timeouts.standard()),
                _ -> Optional.empty(),
                faults));
    }

    /// The port it listens on.
    public int port() {
        return listener.port();
    }

    @Override
    public void close() {
        listener.close();
    }
}
