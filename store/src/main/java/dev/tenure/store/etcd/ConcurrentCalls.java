package dev.tenure.store.etcd;

import dev.tenure.store.StoreUnavailableException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/// Calls to etcd that do not wait for one another: it syncs once for all that are under way.
final class ConcurrentCalls {
    private static final int CALLS_MAX = 64;

    private ConcurrentCalls() {}

    /// Makes all calls, some at a time, and waits until each has ended. An interrupt ends those under way.
    ///
    /// @return what they returned, in their order
    /// @throws StoreUnavailableException what the first call that failed threw, or when interrupted
    static <T> List<T> all(List<? extends Callable<T>> calls) {
        try (ExecutorService threads =
                Executors.newFixedThreadPool(CALLS_MAX, Thread.ofVirtual().factory())) {
            return ended(threads, calls);
        }
    }

    private static <T> List<T> ended(ExecutorService threads, List<? extends Callable<T>> calls) {
        try {
            List<T> results = new ArrayList<>();
            for (Future<T> ended : threads.invokeAll(calls)) {
                results.add(ended.get());
            }
            return results;
        } catch (ExecutionException e) {
            if (e.getCause() instanceof RuntimeException failure) {
                throw failure;
            }
            throw new IllegalStateException("a call to etcd ended in a way that nobody foresaw", e);
        } catch (InterruptedException e) {
            threads.shutdownNow();
            Thread.currentThread().interrupt();
            throw new StoreUnavailableException("interrupted while writing to etcd", e);
        }
    }
}
