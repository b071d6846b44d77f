package dev.tenure.runtime.io;

import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;

/// Does the same thing for many items, several at once, on virtual threads, and waits for all of them.
public final class Batch {
    private Batch() {}

    /// One piece of work; may block.
    public interface Work<T> {
        void carryOut(T item) throws Exception;
    }

    /// Returns when every item has been carried out, or throws the first failure when all have ended.
    ///
    /// @param atOnceMax how many run at the same time
    /// @param progress told how many are done, after each, from any thread
    public static <T> void run(Iterable<T> items, int atOnceMax, Work<T> work, IntConsumer progress) throws Exception {
        var slots = new Semaphore(atOnceMax);
        var finished = new AtomicInteger();
        var failure = new AtomicReference<@Nullable Exception>();
        for (T item : items) {
            slots.acquire();
            Thread.ofVirtual().start(() -> {
                try {
                    work.carryOut(item);
                } catch (Exception e) {
                    failure.compareAndSet(null, e);
                } finally {
                    progress.accept(finished.incrementAndGet());
                    slots.release();
                }
            });
        }
        slots.acquire(atOnceMax);
        Exception first = failure.get();
        if (first != null) {
            throw first;
        }
    }
}
