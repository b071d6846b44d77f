package dev.tenure.apiserver.http;

import dev.tenure.apiserver.http.connection.Timeouts;
import dev.tenure.apiserver.http.exchange.ClientPace;
import dev.tenure.apiserver.http.exchange.Exchange;
import dev.tenure.apiserver.http.page.HealthPages;
import dev.tenure.runtime.http.AttendedTime;
import dev.tenure.runtime.http.RequestCount;
import dev.tenure.runtime.io.Background;
import dev.tenure.runtime.observe.FaultReporter;
import dev.tenure.runtime.time.Tick;
import dev.tenure.runtime.time.TimeSource;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;

/// Jetty's door to whatever answers exchanges: each on a virtual thread of its own, whichever thread brings
/// it. Jetty would run those of HTTP/1.1 that arrive with the TLS handshake, or right behind another one, on
/// one of its few own threads. Also knows which exchanges are under way and looks after clients that are too
/// slow.
final class ExchangeHandler extends Handler.Abstract.NonBlocking {
    /// How long a client that takes nothing of its answer keeps its seat.
    private static final Duration SEATED_MAX = Duration.ofSeconds(1);
    private static final long UNTAKEN_BYTES_MAX = Runtime.getRuntime().maxMemory() / 8;

    private static final String COMPONENT = "http";

    private final Answering answering;
    private final Pace pace;
    private final Probe probe;
    private final FaultReporter faults;
    private final Set<Exchange> running = ConcurrentHashMap.newKeySet();
    private final RequestCount asked = new RequestCount();

    /// What answers; it may hand the exchange over to somebody who ends it later.
    @FunctionalInterface
    interface Answering {
        void answer(Exchange exchange) throws IOException;
    }

    /// Answers probes at once, by the thread that brings them, so that they are answered whatever all others
    /// do. It must not block.
    @FunctionalInterface
    interface Probe {
        /// @return empty for every request that goes the long way
        Optional<HealthPages.Answer> answer(Request request);
    }

    /// How long clients may take.
    ///
    /// @param attended what counts against them
    record Pace(TimeSource time, AttendedTime attended, Timeouts timeouts) {}

    /// @param faults notified of what nobody foresaw; the client gets 500, the others nothing of it
    ExchangeHandler(Answering answering, Pace pace, Probe probe, FaultReporter faults) {
        this.answering = answering;
        this.pace = pace;
        this.probe = probe;
        this.faults = faults;
    }

    @Override
    public boolean handle(Request request, Response response, Callback callback) {
        Optional<HealthPages.Answer> health = probe.answer(request);
        if (health.isPresent()) {
            answer(health.get(), response, callback);
            return true;
        }
        asked.add();
        Background.run("request", () -> answer(request, response, callback));
        return true;
    }

    /// How many requests have come so far, probes apart.
    long asked() {
        return asked.sum();
    }

    private static void answer(HealthPages.Answer health, Response response, Callback callback) {
        byte[] text = health.text().getBytes(StandardCharsets.UTF_8);
        response.setStatus(health.code());
        response.getHeaders().put("Cache-Control", "no-cache, private");
        response.getHeaders().put("Content-Type", "text/plain; charset=utf-8");
        response.getHeaders().put("X-Content-Type-Options", "nosniff");
        response.getHeaders().put("Content-Length", text.length);
        response.write(true, ByteBuffer.wrap(text), callback);
    }

    private void answer(Request request, Response response, Callback callback) {
        try {
            var exchange = new Exchange(request, response, callback, new ClientPace(pace.time(), pace.attended()));
            running.add(exchange);
            try {
                answer(exchange);
            } finally {
                running.remove(exchange);
            }
            if (!exchange.isHandedOver()) {
                callback.succeeded();
            }
        } catch (Throwable e) {
            if (FaultReporter.unforeseen(e)) {
                String fault = faults.report(
                        COMPONENT,
                        request.getMethod() + " " + request.getHttpURI().getPath(),
                        e);
                fail(fault, response, callback, e);
            } else {
                callback.failed(e);
            }
        }
    }

    /// Answers with the number under which the fault stands in the log, and nothing of what it says.
    private static void fail(String fault, Response response, Callback callback, Throwable cause) {
        if (response.isCommitted()) {
            callback.failed(cause);
        } else {
            answer(
                    new HealthPages.Answer(500, "internal server error: fault %s\n".formatted(fault)),
                    response,
                    callback);
        }
    }

    private void answer(Exchange exchange) throws IOException {
        try {
            answering.answer(exchange);
        } finally {
            exchange.release();
        }
        if (!exchange.isHandedOver()) {
            exchange.awaitRest();
        }
    }

    /// Cuts off clients that are too slow; to be called about every second. The seat of one that takes
    /// nothing is given to others before that, and when answers that nobody takes hold too much memory, the
    /// largest have to go.
    void look() {
        Tick now = pace.attended().now();
        long untaken = 0;
        for (Exchange exchange : running) {
            exchange.pace().check(now, pace.timeouts());
            if (exchange.pace().stalled(now).compareTo(SEATED_MAX) > 0) {
                exchange.leaveSeat();
                untaken += exchange.answerBytes();
            }
        }
        if (untaken > UNTAKEN_BYTES_MAX) {
            cutLargest(now, untaken - UNTAKEN_BYTES_MAX);
        }
    }

    private void cutLargest(Tick now, long tooMuch) {
        List<Exchange> stalled = running.stream()
                .filter(exchange -> exchange.pace().stalled(now).compareTo(SEATED_MAX) > 0)
                .sorted(Comparator.comparingLong(Exchange::answerBytes).reversed())
                .toList();
        long left = tooMuch;
        for (Exchange exchange : stalled) {
            if (left <= 0) {
                return;
            }
            left -= exchange.answerBytes();
            exchange.pace().giveUp();
        }
    }
}
