package dev.tenure.apiserver.http.exchange;

import dev.tenure.apiserver.http.connection.Timeouts;
import dev.tenure.runtime.http.AttendedTime;
import dev.tenure.runtime.time.Tick;
import dev.tenure.runtime.time.TimeSource;
import java.time.Duration;

/// How fast a client sends its body and takes its answer. The thread of the exchange notes what moves; the
/// one that looks after all exchanges interrupts it when that is too slow. Safe for use by these two.
public final class ClientPace {
    private static final Duration GRACE = Duration.ofSeconds(10);
    private static final int BODY_BYTES_PER_SECOND_MIN = 1024;
    private static final Duration LINGER = Duration.ofSeconds(1);

    private final TimeSource time;
    private final AttendedTime attended;
    private volatile Wait wait = Wait.NONE;
    private volatile boolean cut;

    /// What is waited for.
    private sealed interface Wait {
        Wait NONE = new ForNothing();

        record ForNothing() implements Wait {}

        /// @param bytes that are here
        record ForBody(Thread thread, Tick since, long bytes) implements Wait {}

        record ForTaking(Thread thread, Tick since) implements Wait {}

        /// For a server that answers in this one's place.
        record ForBackend(Thread thread, Tick until) implements Wait {}

        /// For a body that nobody wants, after the answer.
        record ForRest(Thread thread, Tick since) implements Wait {}
    }

    /// @param attended what counts against the client
    public ClientPace(TimeSource time, AttendedTime attended) {
        this.time = time;
        this.attended = attended;
    }

    void reads() {
        wait = new Wait.ForBody(Thread.currentThread(), attended.now(), 0);
    }

    void hasRead(int bytes) {
        if (wait instanceof Wait.ForBody body) {
            wait = new Wait.ForBody(body.thread(), body.since(), bytes);
        }
    }

    /// The time of this server.
    public Tick now() {
        return time.now();
    }

    void writes() {
        wait = new Wait.ForTaking(Thread.currentThread(), attended.now());
    }

    /// Waits for a server that answers in this one's place.
    ///
    /// @param until when it is too late
    /// @return whether there is any sense in waiting: whether the client is still there
    public synchronized boolean awaits(Tick until) {
        wait = new Wait.ForBackend(Thread.currentThread(), until);
        return !cut;
    }

    /// The client has gone; whoever waits for a backend in its name need not do so any longer. Any thread.
    public synchronized void leaves() {
        if (wait instanceof Wait.ForBackend backend) {
            cut(backend.thread());
        } else {
            cut = true;
        }
    }

    void lingers() {
        wait = new Wait.ForRest(Thread.currentThread(), attended.now());
    }

    /// Nobody waits for the client.
    ///
    /// @return whether it was too slow
    public synchronized boolean goesOn() {
        wait = Wait.NONE;
        if (cut) {
            // the sign was for the wait that is over
            Thread.interrupted();
        }
        return cut;
    }

    /// Since when the client has taken nothing of its answer; nothing when that is not what is waited for.
    ///
    /// @param now of what counts against the client
    public Duration stalled(Tick now) {
        return wait instanceof Wait.ForTaking taking ? now.since(taking.since()) : Duration.ZERO;
    }

    /// Interrupts the thread of the exchange when the client, or the server that answers in this one's place,
    /// is too slow.
    ///
    /// @param now of what counts against the client
    public synchronized void check(Tick now, Timeouts timeouts) {
        switch (wait) {
            case Wait.ForNothing _ -> {
                // the server's own time
            }
            case Wait.ForBody(Thread thread, Tick since, long bytes) -> {
                Duration waited = now.since(since);
                boolean slow = waited.compareTo(GRACE) > 0 && bytes < waited.toSeconds() * BODY_BYTES_PER_SECOND_MIN;
                if (slow || waited.compareTo(timeouts.body()) > 0) {
                    cut(thread);
                }
            }
            case Wait.ForTaking(Thread thread, Tick since) -> {
                if (now.since(since).compareTo(timeouts.stall()) > 0) {
                    cut(thread);
                }
            }
            case Wait.ForBackend(Thread thread, Tick until) -> {
                if (time.now().isAfter(until)) {
                    cut(thread);
                }
            }
            case Wait.ForRest(Thread thread, Tick since) -> {
                if (now.since(since).compareTo(LINGER) > 0) {
                    cut(thread);
                }
            }
        }
    }

    /// Interrupts the thread of the exchange if it waits for the client to take its answer.
    public synchronized void giveUp() {
        if (wait instanceof Wait.ForTaking taking) {
            cut(taking.thread());
        }
    }

    private void cut(Thread thread) {
        cut = true;
        thread.interrupt();
    }
}
