package dev.tenure.apiserver.http;

import dev.tenure.apiserver.registry.RefusedException;
import dev.tenure.apiserver.registry.Statuses;
import dev.tenure.model.meta.ApiRequest.Target;
import dev.tenure.model.meta.Caller;
import dev.tenure.runtime.limit.InFlight;
import io.prometheus.metrics.core.metrics.Counter;
import io.prometheus.metrics.core.metrics.GaugeWithCallback;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/// Lets so many requests in at a time and turns away the others, who may try again in a second. Members of
/// `system:masters` always get in. Safe for use by several threads. Upstream:
/// apiserver/pkg/server/filters/maxinflight.go.
final class InFlightGate {
    private static final int RETRY_SECONDS = 1;
    private static final Set<String> LONG = Set.of("attach", "exec", "proxy", "log", "portforward");

    private final InFlight reading;
    private final InFlight mutating;
    private final Counter terminations;

    InFlightGate(InFlightLimits limits, PrometheusRegistry metrics) {
        this.reading = new InFlight(limits.reading());
        this.mutating = new InFlight(limits.mutating());
        GaugeWithCallback.builder()
                .name("apiserver_current_inflight_requests")
                .help("How many requests are being answered, apart from long ones.")
                .labelNames("request_kind")
                .callback(told -> {
                    told.call(reading.now(), "readOnly");
                    told.call(mutating.now(), "mutating");
                })
                .register(metrics);
        this.terminations = Counter.builder()
                .name("apiserver_request_terminations_total")
                .help("How many requests were turned away to protect this server.")
                .labelNames("code", "component", "group", "resource", "scope", "subresource", "verb", "version")
                .register(metrics);
    }

    /// @param path absent for a page that is no resource
    /// @return to be run when the request is answered
    /// @throws RefusedException with 429 when too many are under way
    Runnable enter(Exchange exchange, Optional<RequestPath> path, Caller caller) {
        if (path.filter(resource -> isLong(exchange, resource)).isPresent()) {
            return InFlightGate::nothing;
        }
        boolean reads = exchange.method().equals("GET") || exchange.method().equals("HEAD");
        InFlight kind = reads ? reading : mutating;
        if (kind.enter()) {
            return kind::leave;
        }
        if (caller.groups().contains(Caller.SYSTEM_MASTERS)) {
            return InFlightGate::nothing;
        }
        count(exchange, path.map(RequestPath::target));
        throw new RefusedException(
                Statuses.tooManyRequests("Too many requests, please try again later.", RETRY_SECONDS, List.of()));
    }

    private static void nothing() {}

    static boolean isLong(Exchange exchange, RequestPath path) {
        return LONG.contains(path.target().subresource()) || RequestHandler.isWatch(exchange, path);
    }

    private void count(Exchange exchange, Optional<Target> target) {
        String verb = exchange.method().toUpperCase(Locale.ROOT);
        if (target.isEmpty()) {
            terminations
                    .labelValues("429", "apiserver", "", "", "", "", verb, "")
                    .inc();
            return;
        }
        Target about = target.get();
        String scope;
        if (!about.name().isEmpty()) {
            scope = "resource";
        } else {
            scope = about.namespace().isEmpty() ? "cluster" : "namespace";
        }
        terminations
                .labelValues(
                        "429",
                        "apiserver",
                        about.group(),
                        about.resource(),
                        scope,
                        about.subresource(),
                        verb,
                        about.version())
                .inc();
    }
}
