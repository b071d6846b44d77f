package dev.tenure.apiserver.http;

import dev.tenure.apiserver.http.exchange.Exchange;
import dev.tenure.apiserver.http.exchange.WebSockets;
import dev.tenure.apiserver.negotiate.EventFrames;
import dev.tenure.apiserver.negotiate.Representation;
import dev.tenure.model.meta.WatchCursor;
import dev.tenure.model.meta.WatchCursor.Course;
import dev.tenure.model.meta.WatchEvent;
import dev.tenure.model.meta.WatchReply;
import dev.tenure.runtime.http.Departure;
import dev.tenure.runtime.loop.WakeUp;
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
    /// For watches that end with their kind.
    static final Duration LOOK_AFTER_PASSING_EVERY = Duration.ofSeconds(1);

    private static final Duration REST = Duration.ofMillis(1);

    private final TimeSource time;
    private final EventFrames frames;
    private final RandomGenerator random;
    private final WebSockets sockets;
    private final Duration shortest;

    /// @param shortest how long a watch lasts at least when the client does not say
    WatchStreams(TimeSource time, EventFrames frames, RandomGenerator random, WebSockets sockets, Duration shortest) {
        this.shortest = shortest;
        this.time = time;
        this.frames = frames;
        this.random = random;
        this.sockets = sockets;
    }

    /// Whoever watches, and how the thread that serves him is woken.
    private static final class Client {
        private final WakeUp signal;
        private volatile boolean gone;

        Client(WakeUp signal) {
            this.signal = signal;
        }

        void leaves() {
            gone = true;
            signal.raise();
        }
    }

    /// Where events come from, and for whom.
    private record Source(WatchCursor cursor, Client client) {}

    void run(Exchange exchange, WatchReply.Started started, Representation wanted) throws IOException {
        if (exchange.asksForWebSocket()) {
            var encoding = frames.start(started.type(), wanted, exchange.parameter("includeObject"));
            boolean text = wanted.format() != ObjectCodec.Format.PROTOBUF;
            var socket = new WatchSocket(
                    time, started.cursor(), encoding, text, time.now().plus(length(exchange)));
            sockets.open(exchange, socket, WebSockets.offered(exchange).stream().findFirst());
            return;
        }
        var client = new Client(new WakeUp());
        try (WatchCursor cursor = started.cursor();
                Departure _ = Departure.of(exchange.request(), client::leaves)) {
            exchange.begin(200, EventFrames.contentType(wanted));
            var encoding = frames.start(started.type(), wanted, exchange.parameter("includeObject"));
            Tick end = time.now().plus(length(exchange));
            if (wanted.form() == Representation.Form.PARTIAL_LIST) {
                // No event is a list; upstream finds that out at the first one, and ends the stream.
                awaitFirst(cursor, client, end);
            } else {
                stream(exchange, new Source(cursor, client), encoding, end);
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
                : shortest.plusMillis(random.nextLong(Math.max(1, shortest.toMillis())));
    }

    private void awaitFirst(WatchCursor cursor, Client client, Tick end) throws InterruptedException {
        Course course = cursor.course();
        while (cursor.poll(1).isEmpty() && course != Course.OVER && !client.gone && end.isAfter(time.now())) {
            await(cursor, client.signal, untilNextLook(course, end));
            course = cursor.course();
        }
    }

    private void await(WatchCursor cursor, WakeUp signal, Duration most) throws InterruptedException {
        cursor.onReady(signal::raise);
        signal.await(most);
    }

    /// How long to wait for a signal before the watch is looked at all the same.
    private Duration untilNextLook(Course course, Tick end) {
        Duration left = end.since(time.now());
        Duration most = course == Course.LASTING ? LOOK_AT_LEAST_EVERY : LOOK_AFTER_PASSING_EVERY;
        return left.compareTo(most) < 0 ? left : most;
    }

    /// Lets events that come one by one gather for a moment, unless nothing has come for longer than that: to
    /// wake, encrypt and send costs more than the event.
    private void rest(Tick idleSince) throws InterruptedException {
        Duration left = REST.minus(time.now().since(idleSince));
        if (left.isPositive()) {
            new WakeUp().await(left);
        }
    }

    private void stream(Exchange exchange, Source source, EventFrames.Encoding encoding, Tick end)
            throws IOException, InterruptedException {
        Tick idleSince = time.now();
        while (!source.client.gone) {
            Course course = source.cursor.course();
            List<WatchEvent> events = source.cursor.poll(BATCH);
            if (!events.isEmpty()) {
                encoding.write(events, exchange::send);
                if (events.getLast() instanceof WatchEvent.Failed) {
                    return;
                }
                idleSince = time.now();
                continue;
            }
            if (course == Course.OVER || !end.isAfter(time.now())) {
                return;
            }
            await(source.cursor, source.client.signal, untilNextLook(course, end));
            rest(idleSince);
        }
    }
}
