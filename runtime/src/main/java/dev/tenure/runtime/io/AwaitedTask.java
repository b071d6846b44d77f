package dev.tenure.runtime.io;

import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;

/// Waits for tasks of other threads.
final class AwaitedTask {
    private AwaitedTask() {}

    /// What a task gives, once it is done. When the waiting thread is interrupted, so is the task, or it is
    /// not begun.
    ///
    /// @throws CancellationException when the thread was interrupted; what the task threw, as it threw it
    static <T> T result(FutureTask<T> task) {
        try {
            return task.get();
        } catch (InterruptedException _) {
            task.cancel(true);
            Thread.currentThread().interrupt();
            throw new CancellationException("whoever waits for this was interrupted");
        } catch (ExecutionException e) {
            switch (e.getCause()) {
                case RuntimeException known -> throw known;
                case Error known -> throw known;
                case null, default -> throw new IllegalStateException(e);
            }
        }
    }
}
