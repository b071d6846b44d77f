package dev.tenure.runtime.loop;

import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

/// Carries out blocking work on virtual threads, a bounded number at once. What is beyond that waits in the order in
/// which it came and has no thread yet: a hundred thousand pieces that wait are so many small objects instead of so
/// many stacks, which every collection would copy. May be used from any thread.
final class Workers {
    private final String name;
    private final int max;
    private final ConcurrentLinkedQueue<Runnable> waiting = new ConcurrentLinkedQueue<>();
    private final AtomicInteger busy = new AtomicInteger();

    /// @param name of the threads
    /// @param max how many pieces may be under way at once
    Workers(String name, int max) {
        this.name = name;
        this.max = max;
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
        for (int now = busy.get(); now < max; now = busy.get()) {
            if (busy.compareAndSet(now, now + 1)) {
                Thread.ofVirtual().name(name).start(this::takeTurns);
                return;
            }
        }
    }

    /// Between two pieces others are let onto the processor. Whoever adds a piece when all are busy relies on the last
    /// look here, after this one is not busy any more.
    @SuppressWarnings(
            "ThreadPriorityCheck") // a virtual thread is never taken off its processor; it has to let others on
    private void takeTurns() {
        try {
            for (Runnable next = waiting.poll(); next != null; next = waiting.poll()) {
                next.run();
                Thread.yield();
            }
        } finally {
            busy.decrementAndGet();
            if (!waiting.isEmpty()) {
                startOne();
            }
        }
    }
}
