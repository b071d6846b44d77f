package dev.tenure.apiserver.http.proxy;

import dev.tenure.apiserver.aggregation.AggregatedView;
import dev.tenure.apiserver.aggregation.Aggregator;
import dev.tenure.apiserver.aggregation.Backend;
import dev.tenure.apiserver.aggregation.BackendCalls;
import dev.tenure.apiserver.aggregation.BackendCalls.Passed;
import dev.tenure.apiserver.aggregation.CallerFields;
import dev.tenure.apiserver.aggregation.UnreachableException;
import dev.tenure.apiserver.http.exchange.Exchange;
import dev.tenure.apiserver.http.exchange.RequestPath;
import dev.tenure.apiserver.http.exchange.RequestTimeout;
import dev.tenure.apiserver.registry.KindTable;
import dev.tenure.apiserver.registry.RefusedException;
import dev.tenure.apiserver.registry.Statuses;
import dev.tenure.model.meta.Caller;
import dev.tenure.runtime.callout.CallFailedException;
import dev.tenure.runtime.callout.HttpsForwards;
import dev.tenure.runtime.callout.HttpsForwards.Answer;
import dev.tenure.runtime.http.Departure;
import dev.tenure.runtime.loop.Published;
import dev.tenure.runtime.time.Tick;
import dev.tenure.runtime.tunnel.Relay;
import java.io.IOException;
import java.io.InputStream;
import java.io.PushbackInputStream;
import java.net.Socket;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.eclipse.jetty.http.HttpField;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.http.HttpVersion;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Request;

/// Passes requests for versions that other servers answer for on to them, and their answers back while they
/// come. Upstream: kube-aggregator/pkg/apiserver/handler_proxy.go,
/// apimachinery/pkg/util/proxy/upgradeaware.go.
public final class AggregatedRequests {
    private static final Duration DISCOVERY_WITHIN = Duration.ofSeconds(5);
    private static final Duration FOR_EVER = Duration.ofDays(3650);
    private static final int DISCOVERY_STEPS = 3;
    private static final int CHUNK = 32 * 1024;
    private static final int REDIRECTS_BEGIN = 300;
    private static final int REDIRECTS_END = 400;
    private static final String OPENAPI = "/openapi/v3/";
    private static final String FORWARDED_FOR = "X-Forwarded-For";
    private static final String UNREACHABLE = "error trying to reach service: ";
    private static final String REDIRECTED = "the backend attempted to redirect this request, which is not permitted";

    /// What belongs to one connection, or to this server alone.
    private static final Set<String> NOT_PASSED_ON = Set.of(
            "authorization",
            "connection",
            "content-length",
            "expect",
            "host",
            "keep-alive",
            "proxy-authenticate",
            "proxy-authorization",
            "proxy-connection",
            "te",
            "trailer",
            "transfer-encoding",
            "upgrade");

    private static final Set<String> NOT_PASSED_BACK = Set.of(
            "access-control-allow-credentials",
            "access-control-allow-headers",
            "access-control-allow-methods",
            "access-control-allow-origin",
            "connection",
            "keep-alive",
            "proxy-authenticate",
            "proxy-connection",
            "te",
            "trailer",
            "transfer-encoding",
            "upgrade");

    private final Aggregator aggregator;
    private final Published<KindTable> kinds;
    private final Duration within;

    /// @param kinds that this server serves
    /// @param within what a request has to be answered that is no stream
    public AggregatedRequests(Aggregator aggregator, Published<KindTable> kinds, Duration within) {
        this.aggregator = aggregator;
        this.kinds = kinds;
        this.within = within;
    }

    /// Who answers for a path, if it is not this server.
    public Optional<Backend> backend(String path) {
        AggregatedView view = aggregator.views().get();
        if (!view.hasBackends()) {
            return Optional.empty();
        }
        List<String> steps = RequestPath.parts(path);
        if (!steps.isEmpty() && steps.getFirst().equals("api")) {
            return view.backend("", "v1");
        }
        if (path.startsWith(OPENAPI)) {
            return view.ofDocument(kinds.get(), path.substring(OPENAPI.length()));
        }
        return steps.size() >= DISCOVERY_STEPS && steps.getFirst().equals("apis")
                ? view.backend(steps.get(1), steps.get(2))
                : Optional.empty();
    }

    /// Asks the backend and answers what it answers.
    ///
    /// @param streams whether the request goes on for as long as its client likes
    /// @throws RefusedException with 504 when the answer takes too long
    public void pass(Exchange exchange, Backend backend, Caller caller, boolean streams) throws IOException {
        Optional<BackendCalls> calls = aggregator.calls();
        if (calls.isEmpty() || !backend.available()) {
            refuse(exchange, "service unavailable");
            return;
        }
        String place;
        try {
            place = calls.get().locate(backend);
        } catch (UnreachableException _) {
            refuse(exchange, "service unavailable");
            return;
        }
        try {
            if (Relay.upgrades(exchange.request())) {
                upgrade(exchange, calls.get(), backend, place, CallerFields.of(caller));
                return;
            }
            boolean discovery = RequestPath.parts(exchange.path()).size() == DISCOVERY_STEPS;
            Duration limit =
                    streams ? FOR_EVER : discovery ? DISCOVERY_WITHIN : RequestTimeout.within(exchange, within);
            var way = new Way(place, caller, exchange.begun().plus(limit), discovery, streams);
            if (isRead(exchange)) {
                try (Departure _ = Departure.of(exchange.request(), exchange.pace()::leaves)) {
                    answer(exchange, calls.get(), backend, way);
                }
            } else {
                answer(exchange, calls.get(), backend, way);
            }
        } catch (UnreachableException e) {
            refuse(exchange, UNREACHABLE + e.why());
        }
    }

    private static boolean isRead(Exchange exchange) {
        return exchange.method().equals("GET") || exchange.method().equals("HEAD");
    }

    /// One request on its way.
    ///
    /// @param place host and port that are dialled
    /// @param until when it is too late
    private record Way(String place, Caller caller, Tick until, boolean discovery, boolean streams) {}

    private static void answer(Exchange exchange, BackendCalls calls, Backend backend, Way way)
            throws IOException, UnreachableException {
        Answer answer = head(exchange, calls, backend, way);
        try (InputStream body = answer.body()) {
            if (isRedirect(answer)) {
                exchange.answer(
                        HttpStatus.BAD_GATEWAY_502,
                        "text/plain; charset=utf-8",
                        REDIRECTED.getBytes(StandardCharsets.UTF_8));
                return;
            }
            exchange.audited().ifPresent(events -> events.responds(answer.code()));
            exchange.response().setStatus(answer.code());
            answer.fields().forEach((name, values) -> {
                if (isPassedBack(answer, name.toLowerCase(Locale.ROOT))) {
                    values.forEach(value -> exchange.addHeader(name, value));
                }
            });
            copy(exchange, body, way.until(), way.streams());
        }
    }

    /// Waits for the client's body to begin, and for the answer to begin.
    private static Answer head(Exchange exchange, BackendCalls calls, Backend backend, Way way)
            throws IOException, UnreachableException {
        ForwardedTarget target = ForwardedTarget.of(exchange);
        exchange.pace().awaits(way.until());
        try {
            var passed = new Passed(
                    exchange.method(),
                    target.line(),
                    fields(exchange, way.place(), target),
                    isRead(exchange) ? Optional.empty() : content(exchange.request()),
                    Optional.empty());
            return calls.ask(backend, way.place(), way.caller(), passed);
        } catch (UnreachableException | IOException e) {
            if (exchange.pace().goesOn()) {
                throw late(exchange, way);
            }
            throw e;
        } finally {
            exchange.pace().goesOn();
        }
    }

    private static boolean isPassedBack(Answer answer, String name) {
        boolean ofContent = name.equals("content-type") || name.equals("content-length");
        boolean none = answer.code() == HttpStatus.NOT_MODIFIED_304 && ofContent;
        return !none && !NOT_PASSED_BACK.contains(name) && !name.startsWith(":");
    }

    /// What is told when the time is over, or nobody waits any more.
    private static RuntimeException late(Exchange exchange, Way way) throws UnreachableException {
        if (way.discovery() || !exchange.pace().now().isAfter(way.until())) {
            throw new UnreachableException("context deadline exceeded");
        }
        return new RefusedException(Statuses.timeout("request did not complete within the allotted timeout", 0));
    }

    private static void copy(Exchange exchange, InputStream body, Tick until, boolean streams) throws IOException {
        byte[] chunk = new byte[CHUNK];
        if (streams) {
            // whoever watches has to see that the watch has begun, long before anything happens
            exchange.relay(false, ByteBuffer.allocate(0));
        }
        while (exchange.pace().awaits(until)) {
            int read;
            try {
                read = body.read(chunk);
            } finally {
                exchange.pace().goesOn();
            }
            if (read < 0) {
                exchange.relay(true, ByteBuffer.allocate(0));
                return;
            }
            exchange.relay(false, ByteBuffer.wrap(chunk, 0, read));
        }
        throw new IOException("the client has gone, or its time is over");
    }

    private static boolean isRedirect(Answer answer) {
        return answer.code() >= REDIRECTS_BEGIN
                && answer.code() < REDIRECTS_END
                && answer.fields().keySet().stream().anyMatch(name -> name.equalsIgnoreCase("Location"));
    }

    /// The body, if there is one: of HTTP/2 one cannot tell before its first byte or its end is here.
    private static Optional<HttpsForwards.Content> content(Request request) throws IOException {
        long length = request.getLength();
        boolean streams = request.getConnectionMetaData().getHttpVersion() == HttpVersion.HTTP_2;
        boolean unknown = length < 0 && (streams || request.getHeaders().contains("Transfer-Encoding"));
        if (length <= 0 && !unknown) {
            return Optional.empty();
        }
        var bytes = new PushbackInputStream(Content.Source.asInputStream(request));
        int first = bytes.read();
        if (first < 0) {
            return Optional.empty();
        }
        bytes.unread(first);
        return Optional.of(new HttpsForwards.Content(bytes, length));
    }

    private static Map<String, List<String>> fields(Exchange exchange, String place, ForwardedTarget target) {
        Map<String, List<String>> fields = new LinkedHashMap<>();
        for (HttpField field : exchange.request().getHeaders()) {
            if (isPassedOn(exchange, field.getName())) {
                fields.computeIfAbsent(field.getName(), _ -> new ArrayList<>()).add(field.getValue());
            }
        }
        if (exchange.header("User-Agent").isEmpty()) {
            fields.put("User-Agent", List.of(""));
        }
        fields.put(FORWARDED_FOR, List.of(forwardedFor(exchange)));
        fields.put("X-Forwarded-Host", List.of(place));
        fields.put("X-Forwarded-Proto", List.of("https"));
        fields.put("X-Forwarded-Uri", List.of(target.path()));
        fields.put("Audit-Id", List.of(exchange.id()));
        return fields;
    }

    private static boolean isPassedOn(Exchange exchange, String name) {
        String lower = name.toLowerCase(Locale.ROOT);
        boolean written = lower.startsWith("x-forwarded-") || lower.equals("audit-id");
        return !written
                && !lower.startsWith(":")
                && !NOT_PASSED_ON.contains(lower)
                && !isWithheld(name)
                && !named(exchange.header("Connection"), lower);
    }

    /// Who somebody is, was found out here; what tells of it is not for others.
    private static boolean isWithheld(String name) {
        return CallerFields.isOne(name) || name.toLowerCase(Locale.ROOT).startsWith("impersonate-");
    }

    private static boolean named(String list, String lower) {
        return Stream.of(list.split(","))
                .anyMatch(one -> one.strip().toLowerCase(Locale.ROOT).equals(lower));
    }

    private static String forwardedFor(Exchange exchange) {
        List<String> before = exchange.headers(FORWARDED_FOR);
        String client = Request.getRemoteAddr(exchange.request());
        return before.isEmpty() ? client : String.join(", ", before) + ", " + client;
    }

    /// The client's connection becomes one to the backend, once that has agreed.
    private static void upgrade(
            Exchange exchange, BackendCalls calls, Backend backend, String place, Map<String, List<String>> caller)
            throws IOException, UnreachableException {
        Map<String, List<String>> added = new LinkedHashMap<>(caller);
        added.put(FORWARDED_FOR, List.of(forwardedFor(exchange)));
        added.put("Audit-Id", List.of(exchange.id()));
        exchange.leaveSeat();
        var asked = new Relay.Asked(
                exchange.method(),
                ForwardedTarget.of(exchange).line(),
                name -> isWithheld(name) || added.containsKey(name),
                added);
        Socket connected = connect(calls, backend, place);
        exchange.audited().ifPresent(events -> events.responds(HttpStatus.SWITCHING_PROTOCOLS_101));
        Relay.pass(exchange.request(), exchange.response(), connected, asked);
    }

    private static Socket connect(BackendCalls calls, Backend backend, String place) throws UnreachableException {
        try {
            return calls.forwards().connect(URI.create("https://" + place + "/"), calls.peer(backend));
        } catch (CallFailedException e) {
            throw new UnreachableException(String.valueOf(e.getMessage()));
        }
    }

    private static void refuse(Exchange exchange, String why) throws IOException {
        exchange.setHeader("X-Content-Type-Options", "nosniff");
        exchange.answer(
                HttpStatus.SERVICE_UNAVAILABLE_503,
                "text/plain; charset=utf-8",
                (why + "\n").getBytes(StandardCharsets.UTF_8));
    }
}
