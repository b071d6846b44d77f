package dev.tenure.runtime.loop;

import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/// Lets one thread wait until another has something for it. Signs given while nobody waits are
/// remembered as one.
public final class WakeUp {
    private final Semaphore given = new Semaphore(0);

    /// Wakes the thread that waits, or the next one that does. May be called from any thread; returns
    /// at once.
    public void raise() {
        given.release();
    }

    /// Waits for a sign, without a timer: virtual threads with timers share one thread that minds these, and
    /// in thousands of them it has more to do than they.
    ///
    /// @throws InterruptedException when the waiting thread is told to stop
    public void await() throws InterruptedException {
        given.acquire();
        given.drainPermits();
    }

    /// Waits for a sign, at most so long.
    ///
    /// @return whether there was one
    /// @throws InterruptedException when the waiting thread is told to stop
    public boolean await(Duration most) throws InterruptedException {
        boolean raised = given.tryAcquire(most.toNanos(), TimeUnit.NANOSECONDS);
        // one that came just as the time was over counts too
        return given.drainPermits() > 0 || raised;
    }
}
