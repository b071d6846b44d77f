package dev.tenure.store.memory;

import dev.tenure.model.meta.ObjectKey;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.store.Store.Change;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListMap;
import org.jspecify.annotations.Nullable;

/// Everything about one resource: the versions of its keys, its indexes, its log and who waits for changes. Written by
/// one thread at a time, read by any number without a lock.
final class ResourceState {
    /// The order of keys within one resource, written out because all reading and loading passes through it.
    static final Comparator<ObjectKey> KEY_ORDER = (one, other) -> {
        int byNamespace = compare(one.namespace(), other.namespace());
        return byNamespace != 0 ? byNamespace : one.name().compareTo(other.name());
    };

    /// The newest version of each key. A deleted key stays until its deletion is forgotten.
    final ConcurrentSkipListMap<ObjectKey, Version> newest = new ConcurrentSkipListMap<>(KEY_ORDER);

    final Map<String, FieldIndex> indexes = new HashMap<>();
    final ChangeLog log = new ChangeLog();
    final Waiters waiters = new Waiters();

    ResourceState(Set<String> indexedFields) {
        indexedFields.forEach(field -> indexes.put(field, new FieldIndex(field)));
    }

    /// As [String#compareTo(String)], but quick for the same instance.
    @SuppressWarnings("StringEquality")
    static int compare(String one, String other) {
        return one == other ? 0 : one.compareTo(other);
    }

    /// Adds the newest version of a key. Not seen by readers until its revision is published.
    void put(ObjectKey key, Version version) {
        StoredObject object = version.object;
        if (object != null) {
            indexes.values().forEach(index -> index.add(object));
        }
        newest.put(key, version);
    }

    /// Lets go of the versions that nobody may ask for after a compaction of everything before `revision`.
    void trim(Change change, long revision) {
        ObjectKey key = change.after().key();
        Version head = newest.get(key);
        Version oldest = Version.asOf(head, revision);
        if (head == null || oldest == null) {
            return;
        }
        List<StoredObject> dropped = objectsBefore(oldest);
        oldest.older = null;
        boolean gone = head.equals(oldest) && head.object == null;
        if (gone) {
            newest.remove(key, head);
        }
        if (!dropped.isEmpty()) {
            indexes.values().forEach(index -> index.remove(key, dropped, gone ? null : head));
        }
    }

    private static List<StoredObject> objectsBefore(Version oldest) {
        List<StoredObject> objects = new ArrayList<>();
        for (@Nullable Version version = oldest.older; version != null; version = version.older) {
            if (version.object != null) {
                objects.add(version.object);
            }
        }
        return objects;
    }
}
