package dev.tenure.runtime.io;

import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

/// Notices that nothing has come for a while although somebody listens: a connection to a machine that is
/// gone stays open, and who only reads from it would never find out. Has a thread while somebody listens.
/// Safe for use by several threads. Upstream: golang.org/x/net/http2 (ReadIdleTimeout).
public final class ReadIdleTimeout {
    private final Duration limit;
    private final Runnable noticed;
    private final AtomicInteger listeners = new AtomicInteger();
    private final AtomicBoolean followed = new AtomicBoolean();
    private final Semaphore left = new Semaphore(0);
    private volatile boolean heard;

    /// @param limit after it, and before twice as long, silence is noticed, again and again while it lasts
    /// @param noticed may take its time
    public ReadIdleTimeout(Duration limit, Runnable noticed) {
        this.limit = limit;
        this.noticed = noticed;
    }

    /// Somebody listens from now on, until [#leave].
    public void listen() {
        heard = true;
        if (listeners.getAndIncrement() == 0 && followed.compareAndSet(false, true)) {
            Background.run("read-idle", this::follow);
        }
    }

    /// Something has come.
    public void heard() {
        heard = true;
    }

    public void leave() {
        if (listeners.decrementAndGet() == 0) {
            left.release();
        }
    }

    private void follow() {
        do {
            followed.set(true);
            while (isListenedTo()) {
                if (waited() && !heard && isListenedTo()) {
                    noticed.run();
                }
                heard = false;
            }
            followed.set(false);
            // who came in between found a follower
        } while (isListenedTo() && followed.compareAndSet(false, true));
    }

    private boolean isListenedTo() {
        return listeners.get() > 0 && !Thread.currentThread().isInterrupted();
    }

    /// @return whether the time passed before everybody had left
    private boolean waited() {
        try {
            return !left.tryAcquire(limit.toNanos(), TimeUnit.NANOSECONDS);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            return false;
        }
    }
}
