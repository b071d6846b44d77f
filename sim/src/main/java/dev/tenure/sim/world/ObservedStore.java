package dev.tenure.sim.world;

import dev.tenure.model.meta.StoredObject;
import dev.tenure.store.PassingStore;
import dev.tenure.store.Store;
import java.util.Optional;

/// A store that tells an observer of every write that it acknowledges. Confined to the thread of its
/// world.
final class ObservedStore extends PassingStore {
    private final Observer observer;
    private Origin origin = Origin.SERVER;

    ObservedStore(Store store, Observer observer) {
        super(store);
        this.observer = observer;
    }

    /// Who the writes to come are due to.
    void origin(Origin current) {
        origin = current;
    }

    @Override
    public Committed commit(Write write) {
        Optional<StoredObject> before = get(write.key());
        Committed committed = super.commit(write);
        if (committed instanceof Committed.Durable(StoredObject object)) {
            observer.written(new Observer.Write(origin, before, object, write instanceof Write.Delete));
        }
        return committed;
    }
}
