package dev.tenure.apiserver.http;

import dev.tenure.apiserver.negotiate.EventFrames;
import dev.tenure.apiserver.negotiate.Representation;
import dev.tenure.model.meta.WatchCursor;
import dev.tenure.model.meta.WatchEvent;
import dev.tenure.model.meta.WatchReply;
import dev.tenure.runtime.loop.Signal;
import dev.tenure.runtime.time.Tick;
import dev.tenure.runtime.time.TimeSource;
import dev.tenure.wire.ObjectCodec;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.random.RandomGenerator;

/// Sends the events of a watch as they come, until its time is over or the client has gone. One virtual
/// thread a watch, which blocks while the client does not read; a client that stays behind longer than the
/// history is told so and cut.
final class WatchStreams {
    private static final int BATCH = 256;
    private static final Duration LOOK_AT_LEAST_EVERY = Duration.ofSeconds(10);
    private static final int MINUTES_MIN = 30;
    private static final Duration REST = Duration.ofMillis(1);

    private final TimeSource time;
    private final EventFrames frames;
    private final RandomGenerator random;
    private final WatchSockets sockets;

    WatchStreams(TimeSource time, EventFrames frames, RandomGenerator random, WatchSockets sockets) {
        this.time = time;
        this.frames = frames;
        this.random = random;
        this.sockets = sockets;
    }

    void run(Exchange exchange, WatchReply.Started started, Representation wanted) throws IOException {
        if (exchange.asksForWebSocket()) {
            var encoding = frames.start(started.type(), wanted, exchange.parameter("includeObject"));
            boolean text = wanted.format() != ObjectCodec.Format.PROTOBUF;
            var socket = new WatchSocket(
                    time, started.cursor(), encoding, text, time.now().plus(length(exchange)));
            sockets.open(exchange, socket);
            return;
        }
        try (WatchCursor cursor = started.cursor()) {
            exchange.begin(200, EventFrames.contentType(wanted));
            var encoding = frames.start(started.type(), wanted, exchange.parameter("includeObject"));
            Tick end = time.now().plus(length(exchange));
            if (wanted.form() == Representation.Form.PARTIAL_LIST) {
                // No event is a list; upstream finds that out at the first one, and ends the stream.
                awaitFirst(cursor, end);
            } else {
                stream(exchange, cursor, encoding, end);
            }
            exchange.end();
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    private Duration length(Exchange exchange) {
        String asked = exchange.parameter("timeoutSeconds");
        long seconds = asked.isEmpty() ? 0 : Long.parseLong(asked);
        return seconds > 0
                ? Duration.ofSeconds(seconds)
                : Duration.ofMinutes(MINUTES_MIN + random.nextInt(MINUTES_MIN));
    }

    private void awaitFirst(WatchCursor cursor, Tick end) throws InterruptedException {
        var signal = new Signal();
        while (cursor.poll(1).isEmpty() && end.isAfter(time.now())) {
            await(cursor, signal, end);
        }
    }

    private void await(WatchCursor cursor, Signal signal, Tick end) throws InterruptedException {
        Duration left = end.since(time.now());
        cursor.onReady(signal::raise);
        signal.await(left.compareTo(LOOK_AT_LEAST_EVERY) < 0 ? left : LOOK_AT_LEAST_EVERY);
    }

    /// Lets events that come one by one gather for a moment, unless nothing has come for longer than that: to
    /// wake, encrypt and send costs more than the event.
    private void rest(Tick idleSince) throws InterruptedException {
        Duration left = REST.minus(time.now().since(idleSince));
        if (left.isPositive()) {
            new Signal().await(left);
        }
    }

    private void stream(Exchange exchange, WatchCursor cursor, EventFrames.Encoding encoding, Tick end)
            throws IOException, InterruptedException {
        var signal = new Signal();
        Tick idleSince = time.now();
        while (true) {
            List<WatchEvent> events = cursor.poll(BATCH);
            if (!events.isEmpty()) {
                exchange.send(encoding.frames(events));
                if (events.getLast() instanceof WatchEvent.Failed) {
                    return;
                }
                idleSince = time.now();
                continue;
            }
            if (!end.isAfter(time.now())) {
                return;
            }
            await(cursor, signal, end);
            rest(idleSince);
        }
    }
}
