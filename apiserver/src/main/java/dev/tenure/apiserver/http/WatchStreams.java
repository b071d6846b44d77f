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
import dev.tenure.runtime.loop.SharedPauses;
import dev.tenure.runtime.loop.WaitLimits;
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
final class WatchStreams implements AutoCloseable {
    private static final int BATCH = 256;
    private static final Duration REST = Duration.ofMillis(1);

    private final TimeSource time;
    private final EventFrames frames;
    private final RandomGenerator random;
    private final WebSockets sockets;
    private final Duration shortest;
    private final WaitLimits limits = new WaitLimits("watch-limits");
    private final SharedPauses rests = new SharedPauses(REST);

    /// @param shortest how long a watch lasts at least when the client does not say
    WatchStreams(TimeSource time, EventFrames frames, RandomGenerator random, WebSockets sockets, Duration shortest) {
        this.shortest = shortest;
        this.time = time;
        this.frames = frames;
        this.random = random;
        this.sockets = sockets;
    }

    void run(Exchange exchange, WatchReply.Started started, Representation wanted) throws IOException {
        if (exchange.asksForWebSocket()) {
            var encoding = frames.start(started.type(), wanted, exchange.parameter("includeObject"));
            boolean text = wanted.format() != ObjectCodec.Format.PROTOBUF;
            var socket = new WatchSocket(waitFor(started, exchange), encoding, text);
            sockets.open(exchange, socket, WebSockets.offered(exchange).stream().findFirst());
            return;
        }
        var wait = waitFor(started, exchange);
        try (WatchCursor cursor = started.cursor();
                Departure _ = Departure.of(exchange.request(), wait::leave)) {
            exchange.begin(200, EventFrames.contentType(wanted));
            var encoding = frames.start(started.type(), wanted, exchange.parameter("includeObject"));
            if (wanted.form() == Representation.Form.PARTIAL_LIST) {
                // No event is a list; upstream finds that out at the first one, and ends the stream.
                awaitFirst(cursor, wait);
            } else {
                stream(exchange, wait, encoding);
            }
            exchange.end();
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    private WatchWait waitFor(WatchReply.Started started, Exchange exchange) {
        return new WatchWait(time, limits, started.cursor(), time.now().plus(length(exchange)));
    }

    private Duration length(Exchange exchange) {
        String asked = exchange.parameter("timeoutSeconds");
        long seconds = asked.isEmpty() ? 0 : Long.parseLong(asked);
        return seconds > 0
                ? Duration.ofSeconds(seconds)
                : shortest.plusMillis(random.nextLong(Math.max(1, shortest.toMillis())));
    }

    private void awaitFirst(WatchCursor cursor, WatchWait wait) throws InterruptedException {
        Course course = cursor.course();
        while (cursor.poll(1).isEmpty() && course != Course.OVER && !wait.isOver()) {
            wait.await();
            course = cursor.course();
        }
    }

    /// Lets events that come one by one gather for a moment, unless nothing has come for longer than that: to
    /// wake, encrypt and send costs more than the event.
    private void rest(Tick idleSince) throws InterruptedException {
        if (time.now().since(idleSince).compareTo(REST) < 0) {
            rests.pause();
        }
    }

    private void stream(Exchange exchange, WatchWait wait, EventFrames.Encoding encoding)
            throws IOException, InterruptedException {
        Tick idleSince = time.now();
        while (!wait.hasLeft()) {
            Course course = wait.cursor().course();
            List<WatchEvent> events = wait.cursor().poll(BATCH);
            if (!events.isEmpty()) {
                encoding.write(events, exchange::send);
                if (events.getLast() instanceof WatchEvent.Failed) {
                    return;
                }
                idleSince = time.now();
                continue;
            }
            if (course == Course.OVER || wait.isOver()) {
                return;
            }
            wait.await();
            rest(idleSince);
        }
    }

    @Override
    public void close() {
        limits.close();
    }
}
