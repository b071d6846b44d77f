package dev.tenure.runtime.io;

import java.util.concurrent.FutureTask;
import java.util.function.Supplier;

/// A value that is fetched on a virtual thread of its own, while whoever wants it does something else. Safe for use by
/// several threads.
public final class Ahead<T> {
    private final FutureTask<T> task;

    private Ahead(FutureTask<T> task) {
        this.task = task;
    }

    /// Begins to fetch it. Nobody has to wait for it: what it throws is then heard by nobody.
    ///
    /// @param name of the thread
    public static <T> Ahead<T> fetch(String name, Supplier<T> source) {
        var task = new FutureTask<T>(source::get);
        Background.run(name, task);
        return new Ahead<>(task);
    }

    /// Waits until it is there.
    ///
    /// @throws java.util.concurrent.CancellationException when the waiting thread is interrupted
    /// @throws RuntimeException what the source threw, as it threw it
    public T get() {
        return AwaitedTask.result(task);
    }
}
