package dev.tenure.store.etcd;

import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/// Shares questions for the newest revision: all who come while one is under way wait for the next one, which
/// the first of them asks, and each is woken once. Safe for use by several threads; who is interrupted waits
/// on.
final class Freshness {
    private final LongSupplier question;
    private final ReentrantLock turns = new ReentrantLock();

    /// The question that is asked just now.
    private @Nullable FutureTask<Long> asked;

    /// The one after it, for which somebody waits already.
    private @Nullable FutureTask<Long> next;

    /// @param question gives a revision that is not older than any that was acknowledged before it was asked
    Freshness(LongSupplier question) {
        this.question = question;
    }

    /// A revision that is not older than any that was acknowledged before the call.
    ///
    /// @throws RuntimeException of the question
    long newest() {
        FutureTask<Long> mine;
        FutureTask<Long> before = null;
        boolean asks = false;
        turns.lock();
        try {
            if (next == null) {
                next = new FutureTask<>(question::getAsLong);
                before = asked;
                asks = true;
            }
            mine = next;
        } finally {
            turns.unlock();
        }
        if (asks) {
            ask(mine, before);
        }
        return outcome(mine);
    }

    /// Asks a question when the one before it has ended, however that was.
    private void ask(FutureTask<Long> mine, @Nullable FutureTask<Long> before) {
        if (before != null) {
            awaitEnd(before);
        }
        begin(mine);
        mine.run();
        end(mine);
    }

    private void begin(FutureTask<Long> mine) {
        turns.lock();
        try {
            asked = mine;
            next = null;
        } finally {
            turns.unlock();
        }
    }

    private void end(FutureTask<Long> mine) {
        turns.lock();
        try {
            if (mine.equals(asked)) {
                asked = null;
            }
        } finally {
            turns.unlock();
        }
    }

    private static void awaitEnd(FutureTask<Long> one) {
        boolean interrupted = false;
        while (!one.isDone()) {
            try {
                one.get();
            } catch (InterruptedException _) {
                interrupted = true;
            } catch (ExecutionException _) {
                // told to its own callers
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private static long outcome(FutureTask<Long> mine) {
        awaitEnd(mine);
        return switch (mine.state()) {
            case SUCCESS -> mine.resultNow();
            case FAILED -> throw again(mine.exceptionNow());
            case RUNNING, CANCELLED -> throw new IllegalStateException("nobody takes a question back");
        };
    }

    private static RuntimeException again(Throwable failure) {
        return failure instanceof RuntimeException known ? known : new IllegalStateException(failure);
    }
}
