package dev.tenure.apiserver.http;

import dev.tenure.apiserver.authz.Attributes;
import dev.tenure.apiserver.flowcontrol.FlowSchema;
import dev.tenure.apiserver.flowcontrol.PriorityLevel;
import dev.tenure.apiserver.registry.RefusedException;
import dev.tenure.apiserver.registry.Statuses;
import dev.tenure.model.meta.ApiRequest.Target;
import dev.tenure.runtime.limit.FairSeats;
import dev.tenure.runtime.limit.InFlight;
import dev.tenure.runtime.time.Tick;
import dev.tenure.runtime.time.TimeSource;
import io.prometheus.metrics.core.metrics.Counter;
import io.prometheus.metrics.core.metrics.GaugeWithCallback;
import io.prometheus.metrics.core.metrics.Histogram;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/// Gives each request its seat on its level of priority, lets it wait for one, or turns it away; who is
/// turned away may try again in a second. Members of `system:masters` and probes need no seat. Safe for use
/// by several threads. Upstream: apiserver/pkg/server/filters/priority-and-fairness.go.
final class FlowGate {
    private static final int RETRY_SECONDS = 1;
    private static final Duration WAIT_MAX = Duration.ofSeconds(15);
    private static final double NANOS_PER_SECOND = 1e9;
    private static final double[] BUCKETS = {0, 0.005, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 15, 30};
    private static final List<PriorityLevel> LEVELS = List.of(PriorityLevel.values());

    private final TimeSource time;
    private final FairSeats seats;
    private final InFlight reading = new InFlight(Integer.MAX_VALUE);
    private final InFlight mutating = new InFlight(Integer.MAX_VALUE);
    private final InFlight exempt = new InFlight(Integer.MAX_VALUE);
    private final Counter dispatched;
    private final Counter rejected;
    private final Counter terminations;
    private final Histogram waits;

    FlowGate(InFlightLimits limits, TimeSource time, PrometheusRegistry metrics) {
        this.time = time;
        this.seats = new FairSeats(
                LEVELS.stream().collect(Collectors.toMap(PriorityLevel::label, level -> level.size(limits.seats()))));
        GaugeWithCallback.builder()
                .name("apiserver_current_inflight_requests")
                .help("How many requests are being answered, apart from long ones.")
                .labelNames("request_kind")
                .callback(gauge -> {
                    gauge.call(reading.now(), "readOnly");
                    gauge.call(mutating.now(), "mutating");
                })
                .register(metrics);
        this.dispatched = Counter.builder()
                .name("apiserver_flowcontrol_dispatched_requests_total")
                .help("How many requests got a seat.")
                .labelNames("flow_schema", "priority_level")
                .register(metrics);
        this.rejected = Counter.builder()
                .name("apiserver_flowcontrol_rejected_requests_total")
                .help("How many requests got no seat.")
                .labelNames("flow_schema", "priority_level", "reason")
                .register(metrics);
        this.terminations = Counter.builder()
                .name("apiserver_request_terminations_total")
                .help("How many requests were turned away to protect this server.")
                .labelNames("code", "component", "group", "resource", "scope", "subresource", "verb", "version")
                .register(metrics);
        this.waits = Histogram.builder()
                .name("apiserver_flowcontrol_request_wait_duration_seconds")
                .help("How long requests waited for a seat.")
                .labelNames("execute", "flow_schema", "priority_level")
                .classicOnly()
                .classicUpperBounds(BUCKETS)
                .register(metrics);
        showUse(limits, metrics);
    }

    private void showUse(InFlightLimits limits, PrometheusRegistry metrics) {
        levels(
                "apiserver_flowcontrol_current_inqueue_requests",
                "How many requests wait for a seat.",
                metrics,
                level -> seats.use(level.label()).waiting());
        levels(
                "apiserver_flowcontrol_current_executing_requests",
                "How many requests have a seat.",
                metrics,
                level -> level == PriorityLevel.EXEMPT
                        ? exempt.now()
                        : seats.use(level.label()).requests());
        levels(
                "apiserver_flowcontrol_current_executing_seats",
                "How many seats are taken.",
                metrics,
                level -> level == PriorityLevel.EXEMPT
                        ? exempt.now()
                        : seats.use(level.label()).seats());
        levels(
                "apiserver_flowcontrol_nominal_limit_seats",
                "How many seats a level has.",
                metrics,
                level -> level == PriorityLevel.EXEMPT
                        ? 0
                        : level.size(limits.seats()).seats());
    }

    /// What is reported about a level.
    @FunctionalInterface
    private interface OfLevel {
        int value(PriorityLevel level);
    }

    private static void levels(String name, String help, PrometheusRegistry metrics, OfLevel value) {
        GaugeWithCallback.builder()
                .name(name)
                .help(help)
                .labelNames("priority_level")
                .callback(gauge -> {
                    for (PriorityLevel level : LEVELS) {
                        gauge.call(value.value(level), level.label());
                    }
                })
                .register(metrics);
    }

    /// Waits for a seat.
    ///
    /// @param known what the request is about, when that is served
    /// @return to be run when the request is answered; running it again does nothing
    /// @throws RefusedException with 429 when there is none
    Runnable enter(String method, Attributes request, Optional<Target> known) {
        FlowSchema schema = FlowSchema.of(request);
        PriorityLevel level = schema.level();
        boolean reads = method.equals("GET") || method.equals("HEAD");
        InFlight kind = reads ? reading : mutating;
        if (level == PriorityLevel.EXEMPT) {
            kind.enter();
            exempt.enter();
            dispatched.labelValues(schema.label(), level.label()).inc();
            return new Once(() -> {
                kind.leave();
                exempt.leave();
            });
        }
        Tick asked = time.now();
        FairSeats.Entry entry = seats.enter(level.label(), schema.flow(request), 1, WAIT_MAX);
        double waited = time.now().since(asked).toNanos() / NANOS_PER_SECOND;
        return switch (entry) {
            case FairSeats.Entry.Seated seated -> {
                kind.enter();
                dispatched.labelValues(schema.label(), level.label()).inc();
                waits.labelValues("true", schema.label(), level.label()).observe(waited);
                yield new Once(() -> {
                    kind.leave();
                    seated.leave().run();
                });
            }
            case FairSeats.Entry.Refused refused -> {
                waits.labelValues("false", schema.label(), level.label()).observe(waited);
                rejected.labelValues(schema.label(), level.label(), reason(refused.reason()))
                        .inc();
                count(method, known);
                throw new RefusedException(Statuses.tooManyRequests(
                        "Too many requests, please try again later.", RETRY_SECONDS, List.of()));
            }
        };
    }

    private static String reason(FairSeats.Reason reason) {
        return switch (reason) {
            case CONCURRENCY_LIMIT -> "concurrency-limit";
            case QUEUE_FULL -> "queue-full";
            case TIME_OUT -> "time-out";
        };
    }

    private void count(String method, Optional<Target> known) {
        String verb = verb(method);
        if (known.isEmpty()) {
            terminations
                    .labelValues("429", "apiserver", "", "", "", "", verb, "")
                    .inc();
            return;
        }
        Target about = known.get();
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

    /// One word for all methods that nobody knows.
    private static String verb(String method) {
        String upper = method.toUpperCase(Locale.ROOT);
        return switch (upper) {
            case "GET", "HEAD", "POST", "PUT", "PATCH", "DELETE" -> upper;
            default -> "OTHER";
        };
    }
}
