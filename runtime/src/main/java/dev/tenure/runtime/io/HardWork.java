package dev.tenure.runtime.io;

import java.util.Comparator;
import java.util.concurrent.CancellationException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.PriorityBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;

/// Does what keeps a processor busy for long on a few threads of the system, which the kernel makes share the
/// processors with everybody else; on virtual threads a few such works would leave no thread for all others.
/// Urgent works come first. The queue is as long as there are threads that wait, each for its own work. Safe
/// for use by several threads.
public final class HardWork implements AutoCloseable {
    private final ThreadPoolExecutor threads;
    private final AtomicLong numbers = new AtomicLong();

    private record Work(boolean urgent, long number, Runnable action) implements Runnable {
        @Override
        public void run() {
            action.run();
        }
    }

    /// @param threadsMax how many works are done at a time
    public HardWork(String name, int threadsMax) {
        Comparator<Work> order =
                Comparator.comparing((Work work) -> !work.urgent()).thenComparingLong(Work::number);
        var queue = new PriorityBlockingQueue<Runnable>(
                threadsMax, (one, other) -> order.compare((Work) one, (Work) other));
        threads = new ThreadPoolExecutor(
                threadsMax,
                threadsMax,
                1,
                TimeUnit.MINUTES,
                queue,
                Thread.ofPlatform().name(name, 0).daemon(true).factory());
        threads.allowCoreThreadTimeOut(true);
    }

    /// Waits until the work is done. When the waiting thread is interrupted, the work is interrupted, or not begun.
    ///
    /// @throws CancellationException when it was interrupted, or no more work is done here
    public <T> T run(boolean urgent, Supplier<T> work) {
        var task = new FutureTask<>(work::get);
        try {
            threads.execute(new Work(urgent, numbers.incrementAndGet(), task));
        } catch (RejectedExecutionException _) {
            throw new CancellationException("this was closed");
        }
        return AwaitedTask.result(task);
    }

    @Override
    public void close() {
        threads.shutdownNow();
    }
}
