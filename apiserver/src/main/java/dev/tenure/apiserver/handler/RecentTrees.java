package dev.tenure.apiserver.handler;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tenure.apiserver.registry.KindEntry;
import dev.tenure.apiserver.registry.KindEntry.Flag;
import dev.tenure.model.meta.ObjectKey;
import dev.tenure.model.meta.StoredObject;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The trees of objects that are written again and again: statuses, leases. What one write made, the next one need not
/// read. Where there is no room left objects are kept from the second of two writes on that follow closely upon one
/// another, so that of many those which are written once, or all in turn, push out nothing. Bounded; a newer
/// object takes the place of an older one.
///
/// Safe for use by several threads: what is kept is not changed any more and stands behind final fields, so that a race
/// costs one more reading and nothing else.
final class RecentTrees implements ObjectOpener {
    /// A power of two.
    private static final int PLACES = 1 << 10;

    /// In bytes of JSON: longer objects are read each time.
    private static final int LENGTH_MAX = 1 << 13;

    private sealed interface Entry {
        ObjectKey key();

        boolean whole();
    }

    private record Seen(ObjectKey key, boolean whole) implements Entry {}

    private record Kept(OpenedBytes opened) implements Entry {
        @Override
        public ObjectKey key() {
            return opened.object().key();
        }

        @Override
        public boolean whole() {
            return opened.isWhole();
        }
    }

    /// In pairs: each object has a place or the one beside it.
    private final @Nullable Entry[] entries = new @Nullable Entry[PLACES];

    /// As [OpenedBytes#forStatus]; its tree must not be changed.
    @Override
    public Opened forStatus(KindEntry entry, StoredObject object) {
        Optional<OpenedBytes> kept = find(object, false);
        return kept.isPresent() ? kept.get() : noted(OpenedBytes.forStatus(entry, object), false);
    }

    /// As [OpenedBytes#whole]; its tree must not be changed.
    @Override
    public Opened whole(KindEntry entry, StoredObject object) {
        Optional<OpenedBytes> kept = find(object, true);
        return kept.isPresent() ? kept.get() : noted(OpenedBytes.whole(entry, object), true);
    }

    /// As [OpenedBytes#forDeletion]; its tree must not be changed.
    @Override
    public Opened forDeletion(KindEntry entry, StoredObject object) {
        Optional<OpenedBytes> kept = entry.has(Flag.GRACEFUL_DELETION) ? find(object, false) : Optional.empty();
        return kept.isPresent() ? kept.get() : OpenedBytes.forDeletion(entry, object);
    }

    private Optional<OpenedBytes> find(StoredObject object, boolean whole) {
        int at = place(object.key(), whole);
        return at >= 0
                        && entries[at] instanceof Kept(OpenedBytes opened)
                        && opened.object().content() == object.content()
                        && opened.object().revision() == object.revision()
                ? Optional.of(opened)
                : Optional.empty();
    }

    private OpenedBytes noted(OpenedBytes opened, boolean whole) {
        ObjectKey key = opened.object().key();
        int at = place(key, whole);
        if (at >= 0) {
            keep(at, opened);
        } else {
            int first = first(key, whole);
            boolean room = entries[first + 1] == null;
            entries[first + 1] = entries[first];
            entries[first] = new Seen(key, whole);
            if (room) {
                keep(first, opened);
            }
        }
        return opened;
    }

    private void keep(int at, OpenedBytes opened) {
        if (opened.object().content().size() <= LENGTH_MAX) {
            entries[at] = new Kept(opened);
        }
    }

    /// Takes over the tree that was stored, if the one before it was kept.
    @Override
    public void replaced(Opened before, ObjectNode next, StoredObject stored) {
        if (!(before instanceof OpenedBytes bytes)) {
            return;
        }
        int at = place(stored.key(), bytes.isWhole());
        if (at >= 0 && entries[at] instanceof Kept) {
            bytes.after(next, stored).ifPresent(opened -> keep(at, opened));
        }
    }

    /// Where the entry of an object stands; -1 when it has none.
    private int place(ObjectKey key, boolean whole) {
        int first = first(key, whole);
        for (int at = first; at <= first + 1; at++) {
            Entry there = entries[at];
            if (there != null && there.whole() == whole && there.key().equals(key)) {
                return at;
            }
        }
        return -1;
    }

    private static int first(ObjectKey key, boolean whole) {
        int mixed = (key.hashCode() + (whole ? 1 : 0)) * 0x9E3779B9;
        return (mixed ^ (mixed >>> 15)) & (PLACES - 2);
    }
}
