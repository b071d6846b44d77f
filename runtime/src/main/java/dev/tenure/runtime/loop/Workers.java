package dev.tenure.runtime.loop;

import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;

/// Carries out blocking work on virtual threads, a bounded number at once; or hard work, one piece at a time
/// on a thread of the system, which is there only while there is any. What is beyond that waits in the order
/// in which it came and has no thread yet: a hundred thousand pieces that wait are so many small objects
/// instead of so many stacks, which every collection would copy.
///
/// The first pieces after a rest begin with few beside them, and each that ends lets one more begin than
/// before: with hundreds begun at once each would wait after its first step for the first step of all others,
/// and the first one would end hardly sooner than the last. More begin as time passes too, for some pieces
/// wait long. May be used from any thread.
final class Workers {
    /// How many begin together after a rest.
    private static final int FIRST_AT_ONCE = 16;

    /// After which as many more may begin.
    private static final long PATIENCE_NANOS = 5_000_000;

    private final ThreadFactory threads;
    private final ThreadFactory ushers;
    private final int max;
    private final ConcurrentLinkedQueue<Runnable> waiting = new ConcurrentLinkedQueue<>();
    private final AtomicInteger busy = new AtomicInteger();

    /// How many may be under way just now.
    private final AtomicInteger allowed = new AtomicInteger(FIRST_AT_ONCE);

    private final AtomicBoolean ushering = new AtomicBoolean();

    /// @param name of the threads
    /// @param max how many pieces may be under way at once
    Workers(String name, int max) {
        this(
                Thread.ofVirtual().name(name).factory(),
                Thread.ofVirtual().name(name + "-usher").factory(),
                max);
    }

    private Workers(ThreadFactory threads, ThreadFactory ushers, int max) {
        this.threads = threads;
        this.ushers = ushers;
        this.max = max;
    }

    /// One that carries out hard work.
    static Workers ofSystem(String name) {
        return new Workers(
                Thread.ofPlatform().name(name).daemon(true).factory(),
                Thread.ofVirtual().factory(),
                1);
    }

    /// Returns at once.
    ///
    /// @param ended called on a thread of the workers
    <T> void carryOut(Callable<T> blocking, Consumer<Outcome<T>> ended) {
        waiting.add(() -> ended.accept(outcome(blocking)));
        startOne();
    }

    private static <T> Outcome<T> outcome(Callable<T> blocking) {
        try {
            return new Outcome.Done<>(blocking.call());
        } catch (Exception e) {
            return new Outcome.Failed<>(e);
        } catch (Error e) {
            // fails like any other work; whoever waits for the outcome must not wait for ever
            return new Outcome.Failed<>(new IllegalStateException(e));
        }
    }

    private void startOne() {
        for (int now = busy.get(); now < Math.min(allowed.get(), max); now = busy.get()) {
            if (busy.compareAndSet(now, now + 1)) {
                threads.newThread(this::takeTurns).start();
                return;
            }
        }
        if (allowed.get() < max && ushering.compareAndSet(false, true)) {
            ushers.newThread(this::usher).start();
        }
    }

    /// Lets more begin as time passes, whether or not a piece has ended: some wait for seconds.
    private void usher() {
        try {
            while (allowed.get() < max && !waiting.isEmpty()) {
                LockSupport.parkNanos(PATIENCE_NANOS);
                for (int i = 0; i < FIRST_AT_ONCE; i++) {
                    letOneMore();
                }
            }
        } finally {
            ushering.set(false);
            if (!waiting.isEmpty()) {
                startOne();
            }
        }
    }

    private void letOneMore() {
        if (allowed.get() < max && !waiting.isEmpty()) {
            allowed.incrementAndGet();
            startOne();
        }
    }

    /// Between two pieces others are let onto the processor. Whoever adds a piece when all are busy relies on
    /// the last look here, after this one is not busy any more.
    @SuppressWarnings(
            "ThreadPriorityCheck") // a virtual thread is never taken off its processor; it has to let others on
    private void takeTurns() {
        try {
            for (Runnable next = waiting.poll(); next != null; next = waiting.poll()) {
                next.run();
                letOneMore();
                Thread.yield();
            }
        } finally {
            if (busy.decrementAndGet() == 0) {
                allowed.set(FIRST_AT_ONCE);
            }
            if (!waiting.isEmpty()) {
                startOne();
            }
        }
    }
}
