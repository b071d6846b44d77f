package dev.tenure.store.etcd;

import dev.tenure.runtime.loop.WaitLimits;
import java.time.Duration;
import java.util.Comparator;
import java.util.PriorityQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;

/// Who waits for a revision to be known here. Safe for use by several threads.
final class Arrivals {
    private record Waiter(long revision, CountDownLatch over) {}

    private final WaitLimits limits;
    private final LongSupplier known;
    private final ReentrantLock waiting = new ReentrantLock();
    private final PriorityQueue<Waiter> waiters = new PriorityQueue<>(Comparator.comparingLong(Waiter::revision));

    /// @param limits of these waits
    /// @param known the newest revision that is known
    Arrivals(WaitLimits limits, LongSupplier known) {
        this.limits = limits;
        this.known = known;
    }

    boolean isKnown(long revision) {
        return known.getAsLong() >= revision;
    }

    /// Waits until a revision is known.
    ///
    /// @return whether it is
    boolean await(long revision, Duration longest) {
        if (isKnown(revision)) {
            return true;
        }
        var waiter = new Waiter(revision, new CountDownLatch(1));
        waiting.lock();
        try {
            if (isKnown(revision)) {
                return true;
            }
            waiters.add(waiter);
        } finally {
            waiting.unlock();
        }
        CountDownLatch over = waiter.over;
        try (WaitLimits.Limit _ = limits.begin(longest, over::countDown)) {
            over.await();
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
        if (isKnown(revision)) {
            return true;
        }
        forget(waiter);
        return false;
    }

    private void forget(Waiter waiter) {
        waiting.lock();
        try {
            waiters.remove(waiter);
        } finally {
            waiting.unlock();
        }
    }

    /// Wakes those whose revision is known by now.
    void wake() {
        waiting.lock();
        try {
            long now = known.getAsLong();
            while (!waiters.isEmpty() && waiters.element().revision <= now) {
                waiters.remove().over.countDown();
            }
        } finally {
            waiting.unlock();
        }
    }
}
