package dev.tenure.store.memory;

import dev.tenure.model.meta.ObjectKey;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.store.Store.Index;
import java.util.Collection;
import java.util.Collections;
import java.util.HashSet;
import java.util.Iterator;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import org.jspecify.annotations.Nullable;

/// Which keys have, or had in a version that is kept, some value in one field of their header. Readers check
/// what they find against the version they see. Written by one thread at a time, read by any number without a
/// lock.
///
/// The empty value is not indexed.
final class FieldIndex {
    private final String field;
    private final ConcurrentHashMap<String, ConcurrentSkipListMap<ObjectKey, Slot>> byValue = new ConcurrentHashMap<>();

    FieldIndex(String field) {
        this.field = field;
    }

    /// @param before what the key holds in the version before, which has its entry already
    void add(StoredObject object, @Nullable StoredObject before, Slot slot) {
        String value = Index.valueOf(object, field);
        boolean known = before != null && Index.valueOf(before, field).equals(value);
        if (!known && !value.isEmpty()) {
            byValue.computeIfAbsent(value, _ -> new ConcurrentSkipListMap<>(ResourceState.KEY_ORDER))
                    .put(object.key(), slot);
        }
    }

    /// Takes out what only the `dropped` versions of a key had.
    ///
    /// @param kept the newest version that is kept, linked to the others
    void remove(ObjectKey key, Collection<StoredObject> dropped, @Nullable Version kept) {
        Set<String> values = new HashSet<>();
        dropped.forEach(object -> values.add(Index.valueOf(object, field)));
        for (Version version = kept; version != null; version = version.older) {
            if (version.object != null) {
                values.remove(Index.valueOf(version.object, field));
            }
        }
        values.forEach(value -> remove(value, key));
    }

    private void remove(String value, ObjectKey key) {
        ConcurrentSkipListMap<ObjectKey, Slot> slots = byValue.get(value);
        if (slots != null) {
            slots.remove(key);
            if (slots.isEmpty()) {
                byValue.remove(value);
            }
        }
    }

    /// The keys with this value, in order, from `from` up to before `to`.
    Iterator<Slot> slots(String value, ObjectKey from, ObjectKey to) {
        ConcurrentSkipListMap<ObjectKey, Slot> slots = byValue.get(value);
        return slots == null
                ? Collections.emptyIterator()
                : slots.subMap(from, true, to, false).values().iterator();
    }
}
