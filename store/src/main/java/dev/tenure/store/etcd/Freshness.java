package dev.tenure.store.etcd;

import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;

/// Shares questions for the newest revision: who asks while one is under way waits for the next one, which answers all
/// who have come by then. Safe for use by several threads.
final class Freshness {
    private final LongSupplier question;
    private final ReentrantLock turns = new ReentrantLock();
    private final Condition ended = turns.newCondition();
    private boolean asking;
    private long begun;
    private long answered;
    private long newest;

    /// @param question gives a revision that is not older than any that was acknowledged before it was asked
    Freshness(LongSupplier question) {
        this.question = question;
    }

    /// A revision that is not older than any that was acknowledged before the call.
    ///
    /// @throws RuntimeException of the question, when this thread had to ask it
    long newest() {
        turns.lock();
        try {
            long mine = begun + 1;
            while (answered < mine && asking) {
                ended.awaitUninterruptibly();
            }
            if (answered >= mine) {
                return newest;
            }
            asking = true;
            begun++;
        } finally {
            turns.unlock();
        }
        return ask();
    }

    private long ask() {
        long found = -1;
        try {
            found = question.getAsLong();
            return found;
        } finally {
            turns.lock();
            try {
                asking = false;
                if (found >= 0) {
                    answered = begun;
                    newest = found;
                }
                ended.signalAll();
            } finally {
                turns.unlock();
            }
        }
    }
}
