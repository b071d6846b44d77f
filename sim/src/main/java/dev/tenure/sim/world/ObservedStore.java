package dev.tenure.sim.world;

import dev.tenure.model.meta.ObjectKey;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.store.Store;
import java.util.Optional;

/// A store that tells an observer of every write that it acknowledges. Confined to the thread of its
/// world.
final class ObservedStore implements Store {
    private final Store store;
    private final Observer observer;
    private Origin origin = Origin.SERVER;

    ObservedStore(Store store, Observer observer) {
        this.store = store;
        this.observer = observer;
    }

    /// Who the writes to come are due to.
    void origin(Origin current) {
        origin = current;
    }

    @Override
    public Committed commit(Write write) {
        Optional<StoredObject> before = store.get(write.key());
        Committed committed = store.commit(write);
        if (committed instanceof Committed.Durable(StoredObject object)) {
            observer.written(new Observer.Write(origin, before, object, write instanceof Write.Delete));
        }
        return committed;
    }

    @Override
    public long revision() {
        return store.revision();
    }

    @Override
    public long compactedRevision() {
        return store.compactedRevision();
    }

    @Override
    public Optional<StoredObject> get(ObjectKey key) {
        return store.get(key);
    }

    @Override
    public Page list(Range range) {
        return store.list(range);
    }

    @Override
    public LogCursor watch(ResourceId resource, String namespace, long revision) {
        return store.watch(resource, namespace, revision);
    }

    @Override
    public void compact(long revision) {
        store.compact(revision);
    }

    @Override
    public void close() {
        store.close();
    }
}
