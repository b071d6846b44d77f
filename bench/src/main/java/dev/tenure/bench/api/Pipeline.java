package dev.tenure.bench.api;

import dev.tenure.client.rest.Connection;
import dev.tenure.runtime.loop.WakeUp;
import dev.tenure.runtime.time.Tick;
import dev.tenure.runtime.time.TimeSource;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/// Sends many requests over one connection without waiting for each answer, so many at once, and counts
/// refusals. One thread at a time sends.
final class Pipeline implements LeanConnection.Replies, AutoCloseable {
    private static final int FLUSH_ABOVE_BYTES = 12_000;
    private static final int ERROR_FROM = 300;
    private static final int CONFLICT = 409;
    private static final int TEXT_BYTES_MAX = 600;

    private final TimeSource time;
    private final LeanConnection connection;
    private final AtomicInteger failures = new AtomicInteger();
    private final AtomicReference<@Nullable String> firstFailure = new AtomicReference<>();
    private volatile Semaphore slots = new Semaphore(0);
    private int failing = -1;

    Pipeline(Connection to, TimeSource time) throws IOException {
        this.time = time;
        this.connection = new LeanConnection(to, this);
    }

    /// What to send: request `i` of so many.
    interface Requests {
        /// Made by [#headers].
        byte[] headers(int i);

        byte[] body(int i);

        /// Called when a request is about to go out.
        default void sending(int i) {}
    }

    byte[] headers(String method, String path, String contentType) {
        return connection.headers(method, path, contentType);
    }

    /// Sends requests `from` to `to` - 1 and returns when all were answered.
    ///
    /// @param atOnceMax how many may be unanswered
    /// @param perSecond so many a second, evenly; 0 for as many as go
    void send(int from, int to, Requests requests, int atOnceMax, int perSecond)
            throws IOException, InterruptedException {
        slots = new Semaphore(atOnceMax);
        Tick start = time.now();
        for (int i = from; i < to; i++) {
            pace(start, i - from, perSecond);
            if (!slots.tryAcquire()) {
                connection.flush();
                slots.acquire();
            }
            requests.sending(i);
            connection.add(requests.headers(i), requests.body(i));
            if (connection.buffered() > FLUSH_ABOVE_BYTES) {
                connection.flush();
            }
        }
        connection.flush();
        slots.acquire(atOnceMax);
    }

    private void pace(Tick start, int number, int perSecond) throws IOException, InterruptedException {
        if (perSecond <= 0) {
            return;
        }
        Duration due = Duration.ofNanos(number * TimeUnit.SECONDS.toNanos(1) / perSecond);
        Duration ahead = due.minus(time.now().since(start));
        if (ahead.isPositive()) {
            connection.flush();
            new WakeUp().await(ahead);
        }
    }

    /// How many answers were refusals, other than that something exists already.
    int failures() {
        return failures.get();
    }

    /// What the first of them said, empty when there was none.
    String firstFailure() {
        String text = firstFailure.get();
        return text == null ? "" : text;
    }

    @Override
    public void status(int stream, int code) {
        if ((code >= ERROR_FROM || code < 0) && code != CONFLICT) {
            failures.incrementAndGet();
            failing = stream;
        }
    }

    @Override
    public void data(int stream, byte[] bytes, int from, int to) {
        if (stream == failing) {
            firstFailure.compareAndSet(
                    null, new String(bytes, from, Math.min(to - from, TEXT_BYTES_MAX), StandardCharsets.UTF_8));
        }
    }

    @Override
    public void ended(int stream) {
        slots.release();
    }

    @Override
    public void broken(String why) {
        failures.incrementAndGet();
        firstFailure.compareAndSet(null, why);
        slots.release(1 << 20);
    }

    @Override
    public void close() throws IOException {
        connection.close();
    }
}
