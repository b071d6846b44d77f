package dev.tenure.apiserver.http;

import dev.tenure.apiserver.http.exchange.Exchange;
import dev.tenure.apiserver.http.exchange.RequestPath;
import dev.tenure.apiserver.http.exchange.RequestVerbs;
import dev.tenure.apiserver.registry.KindTable;
import dev.tenure.model.meta.ApiRequest.Target;
import dev.tenure.runtime.loop.Published;
import dev.tenure.runtime.time.Tick;
import dev.tenure.runtime.time.TimeSource;
import io.prometheus.metrics.core.metrics.Counter;
import io.prometheus.metrics.core.metrics.Gauge;
import io.prometheus.metrics.core.metrics.Histogram;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;

/// Counts and times requests under upstream's names. Names of resources become labels only when they are
/// served, so that a client cannot make as many as it likes. Safe for use by several threads. Upstream:
/// apiserver/pkg/endpoints/metrics/metrics.go.
final class RequestMetrics {
    private static final double NANOS_PER_SECOND = 1e9;
    private static final String COMPONENT = "apiserver";
    private static final double[] BUCKETS = {
        0.005, 0.025, 0.05, 0.1, 0.2, 0.4, 0.6, 0.8, 1.0, 1.25, 1.5, 2, 3, 4, 5, 6, 8, 10, 15, 20, 30, 45, 60
    };

    private final Published<KindTable> kinds;
    private final TimeSource time;
    private final Counter requests;
    private final Histogram durations;
    private final Gauge longRunning;

    RequestMetrics(Published<KindTable> kinds, TimeSource time, PrometheusRegistry registry) {
        this.kinds = kinds;
        this.time = time;
        this.requests = Counter.builder()
                .name("apiserver_request_total")
                .help("Requests that were answered.")
                .labelNames(
                        "verb", "dry_run", "group", "version", "resource", "subresource", "scope", "component", "code")
                .register(registry);
        this.durations = Histogram.builder()
                .name("apiserver_request_duration_seconds")
                .help("How long requests took, apart from long-running ones.")
                .labelNames("verb", "dry_run", "group", "version", "resource", "subresource", "scope", "component")
                .classicOnly()
                .classicUpperBounds(BUCKETS)
                .register(registry);
        this.longRunning = Gauge.builder()
                .name("apiserver_longrunning_requests")
                .help("Watches and streams of nodes that go on now, apart from those over WebSockets.")
                .labelNames("verb", "group", "version", "resource", "subresource", "scope", "component")
                .register(registry);
    }

    /// A request that is being answered.
    final class Running {
        private final Tick began = time.now();
        private final Exchange exchange;
        private final String verb;
        private final Target target;
        private final String scope;
        private final boolean isLongRunning;

        private Running(Exchange exchange, RequestPath path, Target target) {
            this.exchange = exchange;
            this.target = target;
            this.scope = scope(target);
            this.verb = verb(exchange, path);
            this.isLongRunning = RequestVerbs.isLongRunning(exchange, path);
            if (isLongRunning) {
                gauge(1);
            }
        }

        /// To be called once, when the answer is given.
        void end() {
            String dryRun = exchange.parameter("dryRun").equals("All") ? "All" : "";
            requests.labelValues(labels(List.of(verb, dryRun), Integer.toString(exchange.code())))
                    .inc();
            if (isLongRunning) {
                gauge(-1);
                return;
            }
            durations
                    .labelValues(labels(List.of(verb, dryRun)))
                    .observe(time.now().since(began).toNanos() / NANOS_PER_SECOND);
        }

        private void gauge(int change) {
            longRunning.labelValues(labels(List.of(verb))).inc(change);
        }

        /// What every metric tells of the request, between what only some do.
        private String[] labels(List<String> before, String... after) {
            var labels = new ArrayList<>(before);
            labels.add(target.group());
            labels.add(target.version());
            labels.add(target.resource());
            labels.add(target.subresource());
            labels.add(scope);
            labels.add(COMPONENT);
            Collections.addAll(labels, after);
            return labels.toArray(String[]::new);
        }
    }

    /// @param path of a resource
    /// @return empty when nothing like that is served, which is not counted
    Optional<Running> begin(Exchange exchange, RequestPath path) {
        return served(path).map(target -> new Running(exchange, path, target));
    }

    /// What a path is about, for labels; empty when nothing like that is served.
    Optional<Target> served(RequestPath path) {
        Target target = path.target();
        return kinds.get()
                .find(target.group(), target.version(), target.resource())
                .filter(kind -> target.subresource().isEmpty()
                        || kind.subresource(target.subresource()).isPresent())
                .map(_ -> target);
    }

    private static String scope(Target target) {
        if (!target.name().isEmpty()) {
            return "resource";
        }
        return target.namespace().isEmpty() ? "cluster" : "namespace";
    }

    private static String verb(Exchange exchange, RequestPath path) {
        boolean collection = path.target().name().isEmpty();
        return switch (exchange.method()) {
            case "GET", "HEAD" -> {
                if (RequestVerbs.isWatch(exchange, path)) {
                    yield "WATCH";
                }
                yield collection ? "LIST" : "GET";
            }
            case "DELETE" -> collection ? "DELETECOLLECTION" : "DELETE";
            case "PATCH" -> exchange.header("Content-Type").startsWith("application/apply-patch") ? "APPLY" : "PATCH";
            case "POST", "PUT" -> exchange.method();
            default -> "OTHER";
        };
    }
}
