package dev.tenure.runtime.loop;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/// Short pauses that many threads make at about the same time, with one timer for all of them: to set a timer
/// and to be woken by it costs a virtual thread more than what it pauses for. Safe for use by many threads.
public final class SharedPauses {
    private final Duration length;
    private final Timer timer;
    private final AtomicReference<@Nullable CountDownLatch> underWay = new AtomicReference<>();

    /// What ends a pause.
    @FunctionalInterface
    interface Timer {
        /// Returns after so long.
        ///
        /// @throws InterruptedException when the waiting thread is told to stop
        void await(Duration length) throws InterruptedException;
    }

    /// @param length of a whole pause
    public SharedPauses(Duration length) {
        this(length, most -> new WakeUp().await(most));
    }

    /// With a timer of the caller's.
    SharedPauses(Duration length, Timer timer) {
        this.length = length;
        this.timer = timer;
    }

    /// Pauses until the pause that others make is over, or for a whole one when nobody makes any.
    ///
    /// @throws InterruptedException when the thread is told to stop; the others of this pause go on
    public void pause() throws InterruptedException {
        CountDownLatch others = underWay.get();
        if (others == null) {
            var own = new CountDownLatch(1);
            others = underWay.compareAndExchange(null, own);
            if (others == null) {
                pauseForAll(own);
                return;
            }
        }
        others.await();
    }

    private void pauseForAll(CountDownLatch own) throws InterruptedException {
        try {
            timer.await(length);
        } finally {
            underWay.set(null);
            own.countDown();
        }
    }
}
