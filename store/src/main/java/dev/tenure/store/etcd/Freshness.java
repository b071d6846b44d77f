package dev.tenure.store.etcd;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/// Shares questions for the newest revision: all who come while one is under way wait for the next one, which the first
/// of them asks, and each is woken once. Safe for use by several threads.
final class Freshness {
    private final LongSupplier question;
    private final ReentrantLock turns = new ReentrantLock();

    /// The answer to the question that is asked just now.
    private @Nullable CompletableFuture<Long> asked;

    /// The answer to the one after it, for which somebody waits already.
    private @Nullable CompletableFuture<Long> next;

    /// @param question gives a revision that is not older than any that was acknowledged before it was asked
    Freshness(LongSupplier question) {
        this.question = question;
    }

    /// A revision that is not older than any that was acknowledged before the call.
    ///
    /// @throws RuntimeException of the question
    long newest() {
        CompletableFuture<Long> mine;
        CompletableFuture<Long> before = null;
        turns.lock();
        try {
            if (next != null) {
                mine = next;
            } else {
                before = asked == null ? CompletableFuture.completedFuture(0L) : asked;
                mine = new CompletableFuture<>();
                next = mine;
            }
        } finally {
            turns.unlock();
        }
        if (before != null) {
            before.handle((_, _) -> "").join();
            ask(mine);
        }
        return outcome(mine);
    }

    private void ask(CompletableFuture<Long> mine) {
        turns.lock();
        try {
            asked = mine;
            next = null;
        } finally {
            turns.unlock();
        }
        try {
            mine.complete(question.getAsLong());
        } catch (RuntimeException e) {
            mine.completeExceptionally(e);
        } finally {
            mine.completeExceptionally(new IllegalStateException("the question was not asked to its end"));
            over(mine);
        }
    }

    private void over(CompletableFuture<Long> mine) {
        turns.lock();
        try {
            if (mine.equals(asked)) {
                asked = null;
            }
        } finally {
            turns.unlock();
        }
    }

    private static long outcome(CompletableFuture<Long> mine) {
        try {
            return mine.join();
        } catch (CompletionException e) {
            throw e.getCause() instanceof RuntimeException failure ? failure : e;
        }
    }
}
