package dev.tenure.runtime.io;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ForkJoinTask;

/// Work that is done on all cores while more of it is still found. Confined to the thread that finds it; the
/// work itself runs on any thread.
///
/// @param <T> what a piece of work results in
public final class AllCores<T> {
    private final List<ForkJoinTask<Ended<T>>> underway = new ArrayList<>();

    /// What became of a piece of work. A task of the pool that throws would throw another exception to who
    /// waits, with the name of the first one before its words.
    private sealed interface Ended<T> {
        record Done<T>(T result) implements Ended<T> {}

        record Failed<T>(Exception cause) implements Ended<T> {}
    }

    /// Begins a piece of work, on another thread. Forked, for tasks that are submitted are left alone by who
    /// waits for them.
    public void begin(Callable<T> work) {
        underway.add(ForkJoinTask.adapt(() -> carryOut(work)).fork());
    }

    private static <T> Ended<T> carryOut(Callable<T> work) {
        try {
            return new Ended.Done<>(work.call());
        } catch (Exception e) {
            return new Ended.Failed<>(e);
        }
    }

    /// Waits for all that was begun since it was last asked, and takes part in it.
    ///
    /// @return the results, in the order in which the work was begun
    /// @throws RuntimeException what the first piece of work that failed threw, itself
    public List<T> finish() {
        // who waits for the task that it began last carries it out, while others take the first ones
        underway.reversed().forEach(ForkJoinTask::quietlyJoin);
        List<ForkJoinTask<Ended<T>>> ended = List.copyOf(underway);
        underway.clear();
        List<T> results = new ArrayList<>(ended.size());
        for (ForkJoinTask<Ended<T>> task : ended) {
            switch (task.join()) {
                case Ended.Done<T>(T result) -> results.add(result);
                case Ended.Failed<T>(RuntimeException cause) -> throw cause;
                case Ended.Failed<T>(Exception cause) -> throw new IllegalStateException(cause);
            }
        }
        return results;
    }
}
