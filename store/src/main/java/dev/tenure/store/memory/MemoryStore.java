package dev.tenure.store.memory;

import dev.tenure.model.meta.ObjectKey;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.store.Store;
import dev.tenure.store.StoreUnavailableException;
import java.util.Collection;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;

/// A store that forgets everything when the process ends. A commit is carried out on the caller's
/// thread, and so are the signals of the cursors that it concerns: on one thread, everything happens in
/// the same order every time.
///
/// `writing` makes writers take turns; it is released before signals run, but not before the write can
/// be read.
public final class MemoryStore implements Store {
    /// The revision before the first write.
    private static final long FIRST_REVISION = 1;

    private final VersionedState state;
    private final ReentrantLock writing = new ReentrantLock();
    private volatile boolean closed;

    public MemoryStore(StateOptions options) {
        state = new VersionedState(options, FIRST_REVISION);
    }

    /// A store that begins with what another one held; it goes on from there and knows nothing of the
    /// time before.
    ///
    /// @param objects each with its revision, none newer than `revision`, no two with one key; taken by all
    ///     cores
    public MemoryStore(StateOptions options, Collection<StoredObject> objects, long revision) {
        state = new VersionedState(options, revision);
        objects.parallelStream().forEach(object -> state.load(object, 0));
    }

    @Override
    public Committed commit(Write write) {
        Committed committed;
        Runnable signals;
        writing.lock();
        try {
            if (closed) {
                throw new StoreUnavailableException("the store is closed");
            }
            WriteBatch batch = state.open();
            committed = batch.add(write);
            signals = batch.isEmpty() ? () -> {} : state.publish(batch);
        } finally {
            writing.unlock();
        }
        signals.run();
        return committed;
    }

    @Override
    public long revision() {
        return state.revision();
    }

    @Override
    public long compactedRevision() {
        return state.compactedRevision();
    }

    @Override
    public Found find(ObjectKey key) {
        return state.find(key);
    }

    @Override
    public Page list(Range range) {
        return state.list(range);
    }

    @Override
    public LogCursor watch(ResourceId resource, String namespace, long revision, Optional<Index> index) {
        return state.watch(resource, namespace, revision, index);
    }

    @Override
    public void compact(long revision) {
        state.compact(revision);
    }

    @Override
    public void close() {
        closed = true;
    }
}
