package dev.tenure.store.sqlite;

import dev.tenure.runtime.io.ThreadEnd;
import dev.tenure.store.Store.Committed;
import dev.tenure.store.StoreUnavailableException;
import dev.tenure.store.memory.VersionedState;
import dev.tenure.store.memory.WriteBatch;
import dev.tenure.store.sqlite.CommitQueue.Ticket;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;

/// The one thread that writes: takes all that waits, decides on each write in order, makes the whole batch
/// durable with one sync, shows it to readers and watchers, then releases the callers. While it syncs, the
/// next batch gathers.
///
/// Only this thread touches the database and opens batches.
final class GroupCommitter {
    /// How long the thread rests after writes of several callers: what comes meanwhile costs one sync instead
    /// of many. Somebody who writes alone, one thing after the other, never waits for it.
    private static final long GATHERING_NANOS = 500_000;

    private static final System.Logger LOG = System.getLogger(GroupCommitter.class.getPackageName());

    private final CommitQueue queue;
    private final Database database;
    private final VersionedState state;
    private final Runnable lost;
    private final Thread thread;
    /// Why nothing is written any more; of the thread alone.
    private Optional<StoreUnavailableException> stopped = Optional.empty();

    /// @param lost run when the thread has ended because of an internal error
    GroupCommitter(CommitQueue queue, Database database, VersionedState state, Runnable lost) {
        this.lost = lost;
        this.queue = queue;
        this.database = database;
        this.state = state;
        this.thread = Thread.ofPlatform().name("store-writer").daemon(true).unstarted(this::run);
        thread.start();
    }

    /// Waits until everything in the closed queue is carried out and the thread has ended.
    void awaitEnd() {
        ThreadEnd.await(thread);
    }

    private void run() {
        for (List<Ticket> batch = queue.take(); !batch.isEmpty(); batch = queue.take()) {
            if (stopped.isPresent()) {
                StoreUnavailableException why = stopped.get();
                batch.forEach(ticket -> ticket.fail(why));
                continue;
            }
            try {
                carryOut(batch);
            } catch (RuntimeException | Error e) {
                endAfter(e, batch);
            }
            if (batch.size() > 1) {
                LockSupport.parkNanos(GATHERING_NANOS);
            }
        }
    }

    private void carryOut(List<Ticket> waiting) {
        WriteBatch batch = state.open();
        List<Ticket> tickets = new ArrayList<>(waiting.size());
        List<Committed> outcomes = new ArrayList<>(waiting.size());
        for (Ticket ticket : waiting) {
            Optional<StoreUnavailableException> refusal = database.alarm().refusal(ticket.write);
            if (refusal.isPresent()) {
                ticket.fail(refusal.get());
            } else {
                tickets.add(ticket);
                outcomes.add(batch.add(ticket.write));
            }
        }
        if (!batch.isEmpty()) {
            try {
                database.write(batch, state.revision());
            } catch (StoreUnavailableException e) {
                tickets.forEach(ticket -> ticket.fail(e));
                return;
            }
            Runnable signals = state.publish(batch);
            signals.run();
        }
        for (int i = 0; i < tickets.size(); i++) {
            tickets.get(i).complete(outcomes.get(i));
        }
        database.afterCommit();
    }

    /// A broken invariant: nothing is written any more, and everybody is notified.
    private void endAfter(Throwable cause, List<Ticket> tickets) {
        var failure = new StoreUnavailableException(
                "the store has stopped after an internal error (%s), it is not known whether the last writes were kept; restart it"
                        .formatted(cause),
                cause);
        LOG.log(System.Logger.Level.ERROR, "the store has stopped", cause);
        stopped = Optional.of(failure);
        queue.close(failure);
        tickets.forEach(ticket -> ticket.fail(failure));
        lost.run();
    }
}
