package dev.tenure.store.memory;

import dev.tenure.model.meta.Content;
import dev.tenure.model.meta.ObjectKey;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.store.Store.Change;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/// Everything about one resource: the versions of its keys, its indexes, its log and who waits for changes.
/// Written by one thread at a time, read by any number without a lock.
final class ResourceState {
    /// The order of keys within one resource, written out because all reading and loading passes through it.
    static final Comparator<ObjectKey> KEY_ORDER = (one, other) -> {
        int byNamespace = one.namespace().compareTo(other.namespace());
        return byNamespace != 0 ? byNamespace : one.name().compareTo(other.name());
    };

    /// All keys, in order. A deleted key stays until its deletion is forgotten.
    final ConcurrentSkipListMap<ObjectKey, Slot> ordered = new ConcurrentSkipListMap<>(KEY_ORDER);

    /// The same, to find one of them quickly.
    final ConcurrentHashMap<ObjectKey, Slot> slots = new ConcurrentHashMap<>();

    final Map<String, FieldIndex> indexes = new HashMap<>();

    /// Replaced by the writer, or by the several that load.
    private final AtomicReference<Tally> tally = new AtomicReference<>(new Tally(0, 0));

    final ChangeLog log = new ChangeLog();
    final Waiters waiters = new Waiters();

    /// How many cursors stand in the log.
    final AtomicInteger cursors = new AtomicInteger();

    /// How many objects can be read.
    ///
    /// @param revision from which on it is so many
    private record Tally(long revision, long count) {
        Tally and(long more, long at) {
            return new Tally(Math.max(revision, at), count + more);
        }
    }

    ResourceState(Set<String> indexedFields) {
        indexedFields.forEach(field -> indexes.put(field, new FieldIndex(field)));
    }

    /// The newest version of a key, published or not.
    @Nullable
    Version newest(ObjectKey key) {
        Slot slot = slots.get(key);
        return slot == null ? null : slot.newest;
    }

    /// Adds the newest version of a key; `object` is null for a deletion. Not seen by readers until its
    /// revision is published.
    ///
    /// @param place see [Version#place]
    void put(ObjectKey key, @Nullable StoredObject object, long revision, long place) {
        Slot slot = slots.get(key);
        Version before = slot == null ? null : slot.newest;
        var version = new Version(revision, object, before, place);
        if (slot == null) {
            slot = new Slot(version);
            slots.put(key, slot);
            ordered.put(key, slot);
        } else {
            slot.newest = version;
        }
        if (object != null) {
            for (FieldIndex index : indexes.values()) {
                index.add(object, before == null ? null : before.object, slot);
            }
        }
        boolean was = before != null && isReadable(before.object);
        if (was != isReadable(object)) {
            tally.updateAndGet(known -> known.and(was ? -1 : 1, revision));
        }
    }

    /// Whether an object is there, and can be read.
    static boolean isReadable(@Nullable StoredObject object) {
        return object != null && !(object.content() instanceof Content.Unreadable);
    }

    /// How many objects can be read at a revision, if that can be said without looking at each: not when one
    /// has come or gone since, be that published or not.
    OptionalLong count(long revision) {
        Tally now = tally.get();
        return now.revision <= revision ? OptionalLong.of(now.count) : OptionalLong.empty();
    }

    /// Lets go of the versions that nobody may ask for after a compaction of everything before `revision`.
    void trim(Change change, long revision) {
        ObjectKey key = change.after().key();
        Version head = newest(key);
        Version oldest = Version.asOf(head, revision);
        if (head == null || oldest == null) {
            return;
        }
        List<StoredObject> dropped = objectsBefore(oldest);
        oldest.older = null;
        boolean gone = head.equals(oldest) && head.object == null;
        if (gone) {
            slots.remove(key);
            ordered.remove(key);
        }
        if (!dropped.isEmpty()) {
            indexes.values().forEach(index -> index.remove(key, dropped, gone ? null : head));
        }
    }

    /// Whether nothing is known here that anybody may ask for after a compaction of everything up to
    /// `revision`, and nobody waits for more. For one thread at a time that publishes or forgets.
    boolean isIdle(long revision) {
        return cursors.get() == 0 && slots.isEmpty() && log.endsAt(revision);
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
