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
    private final int threadsMax;
    private final ThreadPoolExecutor threads;
    private final AtomicLong numbers = new AtomicLong();

    /// How many works wait for somebody else. Guarded by this.
    private int waiting;

    private record Work(boolean urgent, long number, Runnable action) implements Runnable {
        @Override
        public void run() {
            action.run();
        }
    }

    /// One of the few threads.
    private static final class Worker extends Thread {
        private final HardWork home;

        Worker(HardWork home, String name, Runnable work) {
            super(work, name);
            this.home = home;
            setDaemon(true);
        }
    }

    /// Something that a thread waits for.
    @FunctionalInterface
    public interface Wait<T, E extends Exception> {
        T end() throws E;
    }

    /// @param threadsMax how many works are done at a time
    public HardWork(String name, int threadsMax) {
        this.threadsMax = threadsMax;
        var named = new AtomicLong();
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
                work -> new Worker(this, name + named.getAndIncrement(), work));
        threads.allowCoreThreadTimeOut(true);
    }

    /// Waits for somebody outside of this process, who may take long. When the caller
    /// is one of the few threads, another one does hard work meanwhile.
    public static <T, E extends Exception> T away(Wait<T, E> wait) throws E {
        if (!(Thread.currentThread() instanceof Worker worker)) {
            return wait.end();
        }
        worker.home.goes(1);
        try {
            return wait.end();
        } finally {
            worker.home.goes(-1);
        }
    }

    private synchronized void goes(int more) {
        waiting += more;
        int size = threadsMax + waiting;
        if (more > 0) {
            threads.setMaximumPoolSize(size);
            threads.setCorePoolSize(size);
        } else {
            threads.setCorePoolSize(size);
            threads.setMaximumPoolSize(size);
        }
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
