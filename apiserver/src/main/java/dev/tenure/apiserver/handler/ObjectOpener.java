package dev.tenure.apiserver.handler;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tenure.apiserver.registry.KindEntry;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.store.Store;

/// Opens stored objects to be changed. Safe for use by several threads.
interface ObjectOpener {
    /// As it suits a store.
    static ObjectOpener of(Store store) {
        return store.takesUnwritten() ? new Trees() : new RecentTrees();
    }

    /// For a change that keeps to metadata and status.
    Opened forStatus(KindEntry entry, StoredObject object);

    /// For any change.
    Opened whole(KindEntry entry, StoredObject object);

    /// For a change of the marks of a deletion and of finalizers.
    Opened forDeletion(KindEntry entry, StoredObject object);

    /// Takes note of what was stored.
    ///
    /// @param next not to be changed any more
    /// @param stored what it was made, with its revision
    void replaced(Opened before, ObjectNode next, StoredObject stored);

    /// Of a store that takes objects unwritten.
    final class Trees implements ObjectOpener {
        @Override
        public Opened forStatus(KindEntry entry, StoredObject object) {
            return OpenedTree.of(entry, object);
        }

        @Override
        public Opened whole(KindEntry entry, StoredObject object) {
            return OpenedTree.of(entry, object);
        }

        @Override
        public Opened forDeletion(KindEntry entry, StoredObject object) {
            return OpenedTree.of(entry, object);
        }

        @Override
        public void replaced(Opened before, ObjectNode next, StoredObject stored) {
            // What is stored has its tree.
        }
    }
}
