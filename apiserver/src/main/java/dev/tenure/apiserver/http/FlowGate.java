package dev.tenure.apiserver.http;

import dev.tenure.apiserver.authz.Attributes;
import dev.tenure.apiserver.flowcontrol.FlowPlan;
import dev.tenure.apiserver.flowcontrol.PriorityLevel;
import dev.tenure.apiserver.http.exchange.Exchange;
import dev.tenure.apiserver.registry.RefusedException;
import dev.tenure.apiserver.registry.Statuses;
import dev.tenure.model.meta.ApiRequest.Target;
import dev.tenure.runtime.limit.FairSeats;
import dev.tenure.runtime.limit.InFlight;
import dev.tenure.runtime.loop.Published;
import dev.tenure.runtime.time.Tick;
import dev.tenure.runtime.time.TimeSource;
import io.prometheus.metrics.core.metrics.Counter;
import io.prometheus.metrics.core.metrics.Gauge;
import io.prometheus.metrics.core.metrics.GaugeWithCallback;
import io.prometheus.metrics.core.metrics.Histogram;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Consumer;

/// Gives each request its seat on its level of priority, lets it wait for one, or turns it away; who is
/// turned away may try again in a second. Which level that is, the newest plan says, and the first who needs
/// a seat after it has changed gives the levels their new sizes. Safe for use by several threads. Upstream:
/// apiserver/pkg/server/filters/priority-and-fairness.go.
final class FlowGate {
    private static final int RETRY_SECONDS = 1;
    private static final Duration WAIT_MAX = Duration.ofSeconds(15);
    private static final double NANOS_PER_SECOND = 1e9;
    private static final double[] BUCKETS = {0, 0.005, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 15, 30};
    private static final String LEVEL_UID = "X-Kubernetes-PF-PriorityLevel-UID";
    private static final String SCHEMA_UID = "X-Kubernetes-PF-FlowSchema-UID";

    private final Published<FlowPlan> flows;
    private final int serverSeats;
    private final TimeSource time;
    private final FairSeats seats;
    private final InFlight reading = new InFlight(Integer.MAX_VALUE);
    private final InFlight mutating = new InFlight(Integer.MAX_VALUE);
    private final Counter dispatched;
    private final Counter rejected;
    private final Counter terminations;
    private final Histogram waits;
    private final Gauge waiting;
    private final Gauge served;
    private final Gauge taken;

    FlowGate(Published<FlowPlan> flows, InFlightLimits limits, TimeSource time, PrometheusRegistry metrics) {
        this.flows = flows;
        this.serverSeats = limits.seats();
        this.time = time;
        this.seats = new FairSeats(flows.get().sizes(serverSeats));
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
        this.waiting = use("inqueue_requests", "How many requests wait for a seat.", metrics);
        this.served = use("executing_requests", "How many requests have a seat.", metrics);
        this.taken = use("executing_seats", "How many seats are taken.", metrics);
        showSizes(metrics);
    }

    /// Each request takes one seat.
    private static Gauge use(String name, String help, PrometheusRegistry metrics) {
        return Gauge.builder()
                .name("apiserver_flowcontrol_current_" + name)
                .help(help)
                .labelNames("flow_schema", "priority_level")
                .register(metrics);
    }

    private void showSizes(PrometheusRegistry metrics) {
        levels(
                "apiserver_flowcontrol_nominal_limit_seats",
                "How many seats a level has.",
                metrics,
                size -> size.seats());
        levels(
                "apiserver_flowcontrol_lower_limit_seats",
                "How many seats a level keeps, whatever others want.",
                metrics,
                size -> size.seats() - size.lendable());
        levels(
                "apiserver_flowcontrol_upper_limit_seats",
                "How many seats a level can have with those of others.",
                metrics,
                size -> size.seats() + Math.min(size.borrowing(), serverSeats));
    }

    /// What is reported about a level.
    @FunctionalInterface
    private interface OfLevel {
        int value(FairSeats.Size size);
    }

    private void levels(String name, String help, PrometheusRegistry metrics, OfLevel value) {
        GaugeWithCallback.builder()
                .name(name)
                .help(help)
                .labelNames("priority_level")
                .callback(gauge ->
                        plan().sizes(serverSeats).forEach((level, size) -> gauge.call(value.value(size), level)))
                .register(metrics);
    }

    /// The newest plan, which the seats follow from now on.
    private FlowPlan plan() {
        FlowPlan newest = flows.get();
        seats.resize(newest.number(), () -> newest.sizes(serverSeats));
        return newest;
    }

    /// A place to be served at.
    ///
    /// @param leave to be run when the request is answered; running it again does nothing
    record Seat(PriorityLevel level, Runnable leave) {}

    /// Gives an exchange its seat, and says with the answer what it is sorted as now.
    ///
    /// @param known what the request is about, when that is served
    /// @return on which level it is served
    /// @throws RefusedException with 429 when there is no seat
    PriorityLevel seat(Exchange exchange, Attributes request, Optional<Target> known) {
        Seat seat = enter(exchange.method(), request, known, place -> tell(exchange, place));
        exchange.sits(seat.leave());
        return seat.level();
    }

    /// Says with the answer what an exchange is sorted as, also when it is not served at all.
    void tell(Exchange exchange, Attributes request) {
        tell(exchange, plan().place(request));
    }

    private static void tell(Exchange exchange, FlowPlan.Place place) {
        exchange.setHeader(LEVEL_UID, place.level().uid());
        exchange.setHeader(SCHEMA_UID, place.schema().uid());
    }

    /// Waits for a seat.
    ///
    /// @param known what the request is about, when that is served
    /// @param sorted is told before a seat is looked for, and again when the level has gone meanwhile
    /// @throws RefusedException with 429 when there is none
    Seat enter(String method, Attributes request, Optional<Target> known, Consumer<FlowPlan.Place> sorted) {
        boolean reads = method.equals("GET") || method.equals("HEAD");
        InFlight kind = reads ? reading : mutating;
        while (true) {
            FlowPlan.Place place = plan().place(request);
            sorted.accept(place);
            String schema = place.schema().name();
            String level = place.level().name();
            Tick asked = time.now();
            switch (seated(place)) {
                case FairSeats.Entry.Seated(Runnable leave) -> {
                    kind.enter();
                    dispatched.labelValues(schema, level).inc();
                    noteWait(place, "true", asked);
                    served.labelValues(schema, level).inc();
                    taken.labelValues(schema, level).inc();
                    return new Seat(place.level(), new Once(() -> {
                        served.labelValues(schema, level).dec();
                        taken.labelValues(schema, level).dec();
                        kind.leave();
                        leave.run();
                    }));
                }
                case FairSeats.Entry.Refused(FairSeats.Reason reason) -> {
                    noteWait(place, "false", asked);
                    rejected.labelValues(schema, level, reason(reason)).inc();
                    count(method, known);
                    throw new RefusedException(Statuses.tooManyRequests(
                            "Too many requests, please try again later.", RETRY_SECONDS, List.of()));
                }
                case FairSeats.Entry.Gone _ -> {
                    // a newer plan has come, which has no such level
                }
            }
        }
    }

    /// Looks for a seat; who looks counts as waiting, as briefly as that may be.
    private FairSeats.Entry seated(FlowPlan.Place place) {
        var waits = waiting.labelValues(place.schema().name(), place.level().name());
        waits.inc();
        try {
            return seats.enter(place.level().name(), place.flow(), 1, WAIT_MAX);
        } finally {
            waits.dec();
        }
    }

    private void noteWait(FlowPlan.Place place, String execute, Tick asked) {
        if (!place.level().exempt()) {
            waits.labelValues(execute, place.schema().name(), place.level().name())
                    .observe(time.now().since(asked).toNanos() / NANOS_PER_SECOND);
        }
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
