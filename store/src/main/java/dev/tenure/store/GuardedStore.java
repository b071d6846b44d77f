package dev.tenure.store;

import dev.tenure.model.meta.ObjectKey;
import dev.tenure.model.meta.StoredObject;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/// A store that takes nothing more when the process has no room for it: all objects are held in memory, and whoever
/// writes is better refused than everybody ended. What shrinks an object, or hardly makes it grow, is taken, and
/// deletions are, so that there can be room again. Safe for use by several threads.
public final class GuardedStore implements Store {
    /// A status or a lease may grow by this.
    private static final int GROWTH_BYTES_MAX = 4 << 10;

    private final Store inner;
    private final BooleanSupplier full;

    /// @param full whether there is no room; asked before each write
    public GuardedStore(Store inner, BooleanSupplier full) {
        this.inner = inner;
        this.full = full;
    }

    @Override
    public Committed commit(Write write) {
        if (write instanceof Write.Put(StoredObject object, Precondition _) && full.getAsBoolean() && grows(object)) {
            throw new StoreUnavailableException(
                    "%s %s cannot be stored: the objects of this cluster fill this process's memory; delete some, or give it more (-Xmx)"
                            .formatted(object.key().resource(), object.key().name()));
        }
        return inner.commit(write);
    }

    private boolean grows(StoredObject object) {
        Optional<StoredObject> before = inner.get(object.key());
        return before.isEmpty()
                || object.content().size() > before.get().content().size() + GROWTH_BYTES_MAX;
    }

    /// The store that takes what this one lets through.
    public Store guarded() {
        return inner;
    }

    @Override
    public Optional<String> trouble() {
        return inner.trouble();
    }

    @Override
    public boolean isOutdated(ObjectKey key) {
        return inner.isOutdated(key);
    }

    @Override
    public boolean catchUp() {
        return inner.catchUp();
    }

    @Override
    public long revision() {
        return inner.revision();
    }

    @Override
    public long compactedRevision() {
        return inner.compactedRevision();
    }

    @Override
    public Optional<StoredObject> get(ObjectKey key) {
        return inner.get(key);
    }

    @Override
    public Page list(Range range) {
        return inner.list(range);
    }

    @Override
    public LogCursor watch(ResourceId resource, String namespace, long revision) {
        return inner.watch(resource, namespace, revision);
    }

    @Override
    public void compact(long revision) {
        inner.compact(revision);
    }

    @Override
    public void close() {
        inner.close();
    }
}
