package dev.tenure.store;

import dev.tenure.model.meta.ObjectKey;
import java.util.Optional;

/// Passes everything on to another store: what stores begin with that guard, watch or disturb one. As safe
/// for several threads as the other one.
public abstract class PassingStore implements Store {
    private final Store store;

    protected PassingStore(Store store) {
        this.store = store;
    }

    @Override
    public Committed commit(Write write) {
        return store.commit(write);
    }

    @Override
    public boolean isReachable() {
        return store.isReachable();
    }

    @Override
    public Optional<String> trouble() {
        return store.trouble();
    }

    @Override
    public boolean isOutdated(ObjectKey key) {
        return store.isOutdated(key);
    }

    @Override
    public boolean catchUp() {
        return store.catchUp();
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
    public Found find(ObjectKey key) {
        return store.find(key);
    }

    @Override
    public Page list(Range range) {
        return store.list(range);
    }

    @Override
    public LogCursor watch(ResourceId resource, String namespace, long revision, Optional<Index> index) {
        return store.watch(resource, namespace, revision, index);
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
