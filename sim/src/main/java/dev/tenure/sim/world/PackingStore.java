package dev.tenure.sim.world;

import dev.tenure.store.PassingStore;
import dev.tenure.store.Store;

/// A store that keeps objects packed, as one that writes them to a disk does: large worlds would need too
/// much room for trees.
public final class PackingStore extends PassingStore {
    public PackingStore(Store store) {
        super(store);
    }

    @Override
    public Committed commit(Write write) {
        return super.commit(write.packed());
    }
}
