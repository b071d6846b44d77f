package dev.tenure.store.memory;

import dev.tenure.model.meta.ObjectKey;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.store.Store.Index;
import dev.tenure.store.Store.Page;
import dev.tenure.store.Store.Range;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/// Reads one page of a resource as of one revision, by the keys of a namespace or by an index. Used once.
final class RangeReader {
    private final ResourceState resource;
    private final Range range;
    private final long revision;
    private final PageCounts counts;

    RangeReader(ResourceState resource, Range range, long revision, PageCounts counts) {
        this.resource = resource;
        this.range = range;
        this.revision = revision;
        this.counts = counts;
    }

    Page read() {
        Iterator<@Nullable StoredObject> found = found();
        List<StoredObject> items = new ArrayList<>();
        List<ObjectKey> unreadable = new ArrayList<>();
        while (found.hasNext() && (range.limit() == 0 || items.size() < range.limit())) {
            StoredObject object = found.next();
            if (object != null && ResourceState.isReadable(object)) {
                items.add(object);
            } else if (object != null) {
                unreadable.add(object.key());
            }
        }
        return new Page(
                revision, Collections.unmodifiableList(items), remaining(items, found), List.copyOf(unreadable));
    }

    private long remaining(List<StoredObject> items, Iterator<@Nullable StoredObject> found) {
        if (!found.hasNext() || items.isEmpty()) {
            return 0;
        }
        OptionalLong before = range.after().isEmpty() ? all() : counts.recall(rest(range.after()));
        long remaining = before.isPresent() ? before.getAsLong() - items.size() : count(found);
        if (remaining > 0) {
            counts.remember(rest(Optional.of(items.getLast().key())), remaining);
        }
        return remaining;
    }

    /// How many the range has, if it is all of the resource and that is known.
    private OptionalLong all() {
        return range.namespace().isEmpty() && range.index().isEmpty() ? resource.count(revision) : OptionalLong.empty();
    }

    private static long count(Iterator<@Nullable StoredObject> found) {
        long count = 0;
        while (found.hasNext()) {
            if (ResourceState.isReadable(found.next())) {
                count++;
            }
        }
        return count;
    }

    private Range rest(Optional<ObjectKey> after) {
        return new Range(range.resource(), range.namespace(), after, 0, revision, range.index());
    }

    /// The objects of the range in order of key, with null for each key that has none at the revision.
    private Iterator<@Nullable StoredObject> found() {
        FieldIndex index = range.index()
                .filter(wanted -> !wanted.value().isEmpty())
                .map(wanted -> resource.indexes.get(wanted.field()))
                .orElse(null);
        Iterator<Slot> slots = index == null
                ? resource.ordered.subMap(from(), true, to(), false).values().iterator()
                : index.slots(range.index().orElseThrow().value(), from(), to());
        return new Iterator<>() {
            @Override
            public boolean hasNext() {
                return slots.hasNext();
            }

            @Override
            public @Nullable StoredObject next() {
                return selected(slots.next().asOf(revision));
            }
        };
    }

    private @Nullable StoredObject selected(@Nullable Version version) {
        StoredObject object = version == null ? null : version.object;
        if (object == null || range.index().isEmpty()) {
            return object;
        }
        Index wanted = range.index().get();
        return Index.valueOf(object, wanted.field()).equals(wanted.value()) ? object : null;
    }

    /// The first key that belongs to the range.
    private ObjectKey from() {
        ObjectKey first = key(range.namespace(), "");
        if (range.after().isEmpty()) {
            return first;
        }
        ObjectKey after = range.after().get();
        ObjectKey next = key(after.namespace(), after.name() + '\0');
        return ResourceState.KEY_ORDER.compare(first, next) < 0 ? next : first;
    }

    /// The first key that lies behind the range; for an empty range the same as [#from()].
    private ObjectKey to() {
        ObjectKey from = from();
        ObjectKey to = range.namespace().isEmpty() ? key("\uffff", "") : key(range.namespace() + '\0', "");
        return ResourceState.KEY_ORDER.compare(from, to) < 0 ? to : from;
    }

    private ObjectKey key(String namespace, String name) {
        return new ObjectKey(range.resource().group(), range.resource().resource(), namespace, name);
    }
}
