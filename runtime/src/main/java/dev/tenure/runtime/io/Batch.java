package dev.tenure.runtime.io;

import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.Function;
import java.util.function.IntConsumer;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/// Does the same thing for many items, several at once, on virtual threads, and waits for all of them.
public final class Batch {
    private Batch() {}

    /// One piece of work; may block.
    public interface Work<T> {
        void carryOut(T item) throws Exception;
    }

    /// What a function gives for each item, in the order of the items. It is for work that needs the
    /// processor: when one call throws, that is thrown here once all have ended.
    ///
    /// @param atOnceMax how many run at the same time
    /// @param progress called with how many are done, after each, from any thread
    public static <T, R> List<R> results(List<T> items, int atOnceMax, Function<T, R> function, IntConsumer progress) {
        var results = new AtomicReferenceArray<R>(items.size());
        List<Integer> places = IntStream.range(0, items.size()).boxed().toList();
        try {
            run(places, atOnceMax, place -> results.set(place, function.apply(items.get(place))), progress);
        } catch (RuntimeException e) {
            throw e;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted before all was done", e);
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
        return places.stream().map(results::get).toList();
    }

    /// The same by workers that have something of their own, for example a copy of what each call changes and
    /// puts right again. Whoever is done with an item takes the next one.
    ///
    /// @param workers how many there are at most
    /// @param worker makes one, on the thread on which it works
    /// @param progress called with how many items are done, after each, from any thread
    public static <T, R> List<R> byWorkers(
            List<T> items, int workers, Supplier<Function<T, R>> worker, IntConsumer progress) {
        var results = new AtomicReferenceArray<R>(items.size());
        var next = new AtomicInteger();
        var finished = new AtomicInteger();
        List<Integer> numbers =
                IntStream.range(0, Math.min(workers, items.size())).boxed().toList();
        results(
                numbers,
                Math.max(1, workers),
                number -> {
                    Function<T, R> function = worker.get();
                    for (int at = next.getAndIncrement(); at < items.size(); at = next.getAndIncrement()) {
                        results.set(at, function.apply(items.get(at)));
                        progress.accept(finished.incrementAndGet());
                    }
                    return number;
                },
                _ -> {});
        return IntStream.range(0, items.size()).mapToObj(results::get).toList();
    }

    /// Returns when every item has been carried out, or throws the first failure when all have ended, an
    /// Error too. What has begun goes on when the caller is interrupted; the rest is not begun.
    ///
    /// @param atOnceMax how many run at the same time
    /// @param progress called with how many are done, after each, from any thread
    public static <T> void run(Iterable<T> items, int atOnceMax, Work<T> work, IntConsumer progress) throws Exception {
        var slots = new Semaphore(atOnceMax);
        var finished = new AtomicInteger();
        var failure = new AtomicReference<@Nullable Throwable>();
        for (T item : items) {
            slots.acquire();
            Thread.ofVirtual().start(() -> {
                try {
                    carryOut(item, work, () -> progress.accept(finished.incrementAndGet()));
                } catch (Exception | Error e) {
                    failure.compareAndSet(null, e);
                } finally {
                    slots.release();
                }
            });
        }
        slots.acquire(atOnceMax);
        switch (failure.get()) {
            case null -> {}
            case Error error -> throw error;
            case Exception exception -> throw exception;
            case Throwable other -> throw new IllegalStateException(other);
        }
    }

    private static <T> void carryOut(T item, Work<T> work, Runnable then) throws Exception {
        try {
            work.carryOut(item);
        } finally {
            then.run();
        }
    }
}
