package dev.tenure.runtime.io;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;

/// A value that is fetched on a virtual thread of its own, while whoever wants it does something else. Safe
/// for use by several threads.
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

    /// Waits for a while; it is fetched further whether or not it came.
    ///
    /// @param patience zero for not at all
    /// @return empty when it is not there yet
    /// @throws java.util.concurrent.CancellationException when the waiting thread is interrupted
    /// @throws RuntimeException what the source threw, as it threw it
    public Optional<T> within(Duration patience) {
        try {
            task.get(patience.toNanos(), TimeUnit.NANOSECONDS);
        } catch (TimeoutException _) {
            return Optional.empty();
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            throw new CancellationException("whoever waits for this was interrupted");
        } catch (ExecutionException _) {
            // told below
        }
        return Optional.of(AwaitedTask.result(task));
    }

    /// Waits until it is there.
    ///
    /// @throws java.util.concurrent.CancellationException when the waiting thread is interrupted
    /// @throws RuntimeException what the source threw, as it threw it
    public T get() {
        return AwaitedTask.result(task);
    }
}
