package dev.tenure.store.etcd;

import java.time.Duration;
import java.util.Comparator;
import java.util.PriorityQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;

/// Who waits for a revision to be known here. Safe for use by several threads.
final class Arrivals {
    private record Waiter(long revision, CountDownLatch arrived) {}

    private final LongSupplier known;
    private final ReentrantLock waiting = new ReentrantLock();
    private final PriorityQueue<Waiter> waiters = new PriorityQueue<>(Comparator.comparingLong(Waiter::revision));

    /// @param known the newest revision that is known
    Arrivals(LongSupplier known) {
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
        boolean arrived = false;
        try {
            arrived = waiter.arrived.await(longest.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
        if (!arrived) {
            forget(waiter);
        }
        return arrived || isKnown(revision);
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
                waiters.remove().arrived.countDown();
            }
        } finally {
            waiting.unlock();
        }
    }
}
