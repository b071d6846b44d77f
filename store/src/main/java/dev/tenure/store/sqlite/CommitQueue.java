package dev.tenure.store.sqlite;

import dev.tenure.store.OverloadedException;
import dev.tenure.store.Store.Committed;
import dev.tenure.store.Store.Write;
import dev.tenure.store.StoreUnavailableException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// The writes that wait for the writer thread, in order, and the callers that wait for their outcome. Bounded
/// in number and in bytes. Callers of [#add] are many, [#take] is the writer's alone; `lock` is held for a
/// moment only.
final class CommitQueue {
    static final int WRITES_MAX = 20_000;
    private static final long BYTES_MAX = 512L << 20;
    static final int BATCH_WRITES_MAX = 1024;
    private static final long BATCH_BYTES_MAX = 8L << 20;

    /// One caller's write and, in the end, its outcome.
    static final class Ticket {
        final Write write;
        private final Thread caller = Thread.currentThread();
        private volatile @Nullable Supplier<Committed> outcome;

        private Ticket(Write write) {
            this.write = write;
        }

        private long bytes() {
            return switch (write) {
                case Write.Put put -> put.object().content().size();
                case Write.Delete delete -> delete.last().content().size();
            };
        }

        void complete(Committed committed) {
            release(() -> committed);
        }

        /// Lets the caller throw an exception of its own, caused by `failure`.
        void fail(StoreUnavailableException failure) {
            release(() -> {
                throw again(failure);
            });
        }

        private void release(Supplier<Committed> answer) {
            outcome = answer;
            LockSupport.unpark(caller);
        }

        /// Waits for the outcome, also when the caller is interrupted: the write can no longer be taken back.
        Committed await() {
            boolean interrupted = false;
            Supplier<Committed> answer = outcome;
            while (answer == null) {
                LockSupport.park(this);
                interrupted |= Thread.interrupted();
                answer = outcome;
            }
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
            return answer.get();
        }
    }

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition notEmpty = lock.newCondition();
    private final ArrayDeque<Ticket> waiting = new ArrayDeque<>();
    private long waitingBytes;
    private @Nullable StoreUnavailableException closed;

    /// @throws OverloadedException when the queue is full
    /// @throws StoreUnavailableException when the queue is closed
    Ticket add(Write write) {
        var ticket = new Ticket(write);
        lock.lock();
        try {
            if (closed != null) {
                throw again(closed);
            }
            if (waiting.size() >= WRITES_MAX || waitingBytes >= BYTES_MAX) {
                throw new OverloadedException(waiting.size());
            }
            waiting.add(ticket);
            waitingBytes += ticket.bytes();
            if (waiting.size() == 1) {
                notEmpty.signal();
            }
        } finally {
            lock.unlock();
        }
        return ticket;
    }

    /// The next batch, at least one write; empty when the queue is closed and nothing waits any more.
    List<Ticket> take() {
        List<Ticket> batch = new ArrayList<>();
        lock.lock();
        try {
            while (waiting.isEmpty() && closed == null) {
                notEmpty.awaitUninterruptibly();
            }
            long bytes = 0;
            while (!waiting.isEmpty() && batch.size() < BATCH_WRITES_MAX && bytes < BATCH_BYTES_MAX) {
                Ticket ticket = waiting.remove();
                bytes += ticket.bytes();
                batch.add(ticket);
            }
            waitingBytes -= bytes;
        } finally {
            lock.unlock();
        }
        return batch;
    }

    /// Lets nobody in any more; what waits is still handed out.
    ///
    /// @param reason what later callers get
    void close(StoreUnavailableException reason) {
        lock.lock();
        try {
            if (closed == null) {
                closed = reason;
            }
            notEmpty.signal();
        } finally {
            lock.unlock();
        }
    }

    private static StoreUnavailableException again(StoreUnavailableException first) {
        return new StoreUnavailableException(String.valueOf(first.getMessage()), first);
    }
}
