package dev.tenure.store;

import dev.tenure.model.meta.StoredObject;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/// A store that takes nothing more when the process has no room for it: all objects are held in memory, and
/// whoever writes is better refused than everybody ended. What shrinks an object, or hardly makes it grow, is
/// taken, and deletions are, so that there can be room again. Safe for use by several threads.
public final class GuardedStore extends PassingStore {
    /// A status or a lease may grow by this.
    private static final int GROWTH_BYTES_MAX = 4 << 10;

    private final Store inner;
    private final BooleanSupplier full;

    /// @param full whether there is no room; asked before each write
    public GuardedStore(Store inner, BooleanSupplier full) {
        super(inner);
        this.inner = inner;
        this.full = full;
    }

    @Override
    public Committed commit(Write write) {
        guard(write);
        return super.commit(write);
    }

    @Override
    public List<Committed> commitAll(List<Write> writes) {
        writes.forEach(this::guard);
        return inner.commitAll(writes);
    }

    private void guard(Write write) {
        if (write instanceof Write.Put(StoredObject object, Precondition _) && full.getAsBoolean() && grows(object)) {
            throw new StoreUnavailableException(
                    "%s %s cannot be stored: the objects of this cluster fill this process's memory; delete some, or give it more (--memory)"
                            .formatted(object.key().resource(), object.key().name()));
        }
    }

    private boolean grows(StoredObject object) {
        Optional<StoredObject> before = get(object.key());
        return before.isEmpty()
                || object.content().size() > before.get().content().size() + GROWTH_BYTES_MAX;
    }

    /// The store that takes what this one lets through.
    public Store guarded() {
        return inner;
    }
}
