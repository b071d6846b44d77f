package dev.tenure.kinds.handler;

import dev.tenure.model.meta.ObjectKey;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.store.Store;
import java.util.Optional;
import java.util.function.UnaryOperator;

/// A store that keeps what is written in a form of its choice.
///
/// @param form says the same, otherwise
record FormedStore(Store store, UnaryOperator<Write> form) implements Store {
    @Override
    public Committed commit(Write write) {
        return store.commit(form.apply(write));
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
