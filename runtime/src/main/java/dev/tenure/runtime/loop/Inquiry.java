package dev.tenure.runtime.loop;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;

/// Asks a loop for something it knows, from another thread, and waits for the answer. The question runs as an
/// event of the loop, so it sees a consistent state and must be short.
public final class Inquiry {
    private Inquiry() {}

    /// Asks, and waits at most so long. Not to be called on the loop itself.
    ///
    /// @return what the question gave; empty when the loop did not come to it in time, for it is busy or
    ///     stopped
    /// @throws IllegalStateException when the question failed; the loop goes on
    public static <T> Optional<T> ask(EventLoop loop, String name, Duration patience, Supplier<T> question) {
        var task = new FutureTask<T>(question::get);
        loop.post(name, task);
        try {
            return Optional.of(task.get(patience.toNanos(), TimeUnit.NANOSECONDS));
        } catch (TimeoutException _) {
            task.cancel(false);
            return Optional.empty();
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            task.cancel(false);
            return Optional.empty();
        } catch (ExecutionException e) {
            throw new IllegalStateException("the question " + name + " failed", e.getCause());
        }
    }
}
