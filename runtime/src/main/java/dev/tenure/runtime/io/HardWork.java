package dev.tenure.runtime.io;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.FutureTask;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;

/// Does what keeps a processor busy for long on a few threads of the system, which the kernel makes share the
/// processors with everybody else; on virtual threads a few such works would leave no thread for all others.
/// Urgent works come first, then those of whoever has the fewest under way, then the oldest. Whoever has none
/// under way need not wait until others are done with theirs, as long as there are not too many: so somebody
/// whose works take minutes keeps nobody else waiting, however many of them there are. The queue is as long
/// as there are threads that wait, each for its own work. Safe for use by several threads.
public final class HardWork implements AutoCloseable {
    /// How many times as many works as usual are under way when each of them is somebody else's.
    private static final int OWNERS_FACTOR = 4;

    private final int threadsMax;
    private final ExecutorService threads;

    /// Guarded by this.
    private final List<Work> queue = new ArrayList<>();

    /// How many works of each owner are under way and do not wait for somebody else; none has 0. Guarded by
    /// this.
    private final Map<String, Integer> busy = new HashMap<>();

    /// The sum of [#busy]. Guarded by this.
    private int busyOfAll;

    /// Guarded by this.
    private long numbers;

    /// @param owner who wants it done
    private record Work(boolean urgent, String owner, long number, FutureTask<?> task) {}

    /// One of the few threads.
    private static final class Worker extends Thread {
        private final HardWork home;

        /// Whose work it does; empty while it does none. Confined to the thread.
        private String owner = "";

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

    /// @param threadsMax how many works of one owner are done at a time, and of all that have more than one
    public HardWork(String name, int threadsMax) {
        this.threadsMax = threadsMax;
        var named = new AtomicLong();
        threads = Executors.newCachedThreadPool(work -> new Worker(this, name + named.getAndIncrement(), work));
    }

    /// Waits for somebody outside of this process, who may take long. When the caller
    /// is one of the few threads, another one does hard work meanwhile.
    public static <T, E extends Exception> T away(Wait<T, E> wait) throws E {
        if (!(Thread.currentThread() instanceof Worker worker)) {
            return wait.end();
        }
        worker.home.ends(worker.owner);
        try {
            return wait.end();
        } finally {
            worker.home.begins(worker.owner);
        }
    }

    /// Whether the caller is one of the few threads of anybody.
    public static boolean isHere() {
        return Thread.currentThread() instanceof Worker;
    }

    /// Waits until the work is done. When the waiting thread is interrupted, the work is interrupted, or not
    /// begun.
    ///
    /// @param owner who wants it done
    /// @throws CancellationException when it was interrupted, or no more work is done here
    public <T> T run(boolean urgent, String owner, Supplier<T> work) {
        var task = new FutureTask<>(work::get);
        add(urgent, owner, task);
        return AwaitedTask.result(task);
    }

    private synchronized void add(boolean urgent, String owner, FutureTask<?> task) {
        queue.add(new Work(urgent, owner, numbers++, task));
        beginMore();
    }

    private synchronized void begins(String owner) {
        busy.merge(owner, 1, Integer::sum);
        busyOfAll++;
    }

    private synchronized void ends(String owner) {
        busy.computeIfPresent(owner, (_, count) -> count > 1 ? count - 1 : null);
        busyOfAll--;
        beginMore();
    }

    /// To be called with the lock.
    private void beginMore() {
        queue.removeIf(work -> work.task().isDone());
        for (Optional<Work> next = next(); next.isPresent(); next = next()) {
            queue.remove(next.get());
            begins(next.get().owner());
            start(next.get());
        }
    }

    /// Which one may begin now.
    private Optional<Work> next() {
        return queue.stream()
                .filter(this::hasRoom)
                .min(Comparator.comparing((Work work) -> !work.urgent())
                        .thenComparingInt(work -> busyOf(work.owner()))
                        .thenComparingLong(Work::number));
    }

    private boolean hasRoom(Work work) {
        return busyOfAll < threadsMax || (busyOf(work.owner()) == 0 && busyOfAll < threadsMax * OWNERS_FACTOR);
    }

    private int busyOf(String owner) {
        return busy.getOrDefault(owner, 0);
    }

    private void start(Work work) {
        try {
            threads.execute(() -> carryOut(work));
        } catch (RejectedExecutionException _) {
            work.task().cancel(false);
            busy.clear();
            busyOfAll = 0;
        }
    }

    private void carryOut(Work work) {
        if (Thread.currentThread() instanceof Worker worker) {
            worker.owner = work.owner();
        }
        try {
            work.task().run();
        } finally {
            ends(work.owner());
        }
    }

    @Override
    public void close() {
        threads.shutdownNow();
        cancelAll();
    }

    private synchronized void cancelAll() {
        queue.forEach(work -> work.task().cancel(false));
        queue.clear();
    }
}
