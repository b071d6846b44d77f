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
    private final List<ForkJoinTask<T>> underway = new ArrayList<>();

    /// Begins a piece of work, on another thread. Forked, for tasks that are submitted are left alone by who waits for
    /// them.
    public void begin(Callable<T> work) {
        underway.add(ForkJoinTask.adapt(work).fork());
    }

    /// Waits for all that was begun since it was last asked, and takes part in it.
    ///
    /// @return the results, in the order in which the work was begun
    /// @throws RuntimeException as the first piece of work that failed threw it
    public List<T> finish() {
        // who waits for the task that it submitted last carries it out, while others take the first ones
        underway.reversed().forEach(ForkJoinTask::quietlyJoin);
        List<T> results = new ArrayList<>(underway.size());
        underway.forEach(task -> results.add(task.join()));
        underway.clear();
        return results;
    }
}
