package dev.tenure.apiserver.handler.selection;

import dev.tenure.apiserver.registry.KindEntry;
import dev.tenure.model.meta.Content;
import dev.tenure.model.meta.ObjectKey;
import dev.tenure.model.meta.ResourceType;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.store.Store;
import dev.tenure.store.Store.Found;
import dev.tenure.store.Store.Page;
import dev.tenure.store.Store.Range;
import dev.tenure.store.Store.ResourceId;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Reads pages of the objects of a kind that a selection matches, all of one revision.
///
/// @param revision 0 for the newest
public record SelectionReader(Store store, KindEntry entry, String namespace, Selection selection, long revision) {
    private static final int CHUNK = 1_000;

    /// @param last the key of the last item when more may follow, to continue after
    /// @param remaining how many objects of the whole collection follow
    /// @param unreadable what was left out because it cannot be read
    public record Result(
            long revision,
            List<StoredObject> items,
            Optional<ObjectKey> last,
            long remaining,
            List<ObjectKey> unreadable) {}

    /// @param limit 0 for all
    /// @throws dev.tenure.store.ExpiredException when the revision is no longer kept
    public Result read(Optional<ObjectKey> after, int limit) {
        Optional<Found> single = single(after);
        if (single.isPresent()) {
            return ofOne(single.get());
        }
        if (selection.everything() || limit == 0) {
            Page page = store.list(range(after, limit, revision));
            List<StoredObject> items = selection.everything() ? page.items() : selection.matching(page.items());
            return new Result(page.revision(), items, lastKey(page), page.remaining(), page.unreadable());
        }
        return filtered(after, limit);
    }

    private Result ofOne(Found found) {
        List<ObjectKey> unreadable = found
                .object()
                .filter(object -> object.content() instanceof Content.Unreadable)
                .map(StoredObject::key)
                .stream()
                .toList();
        List<StoredObject> items = unreadable.isEmpty()
                ? found.object().filter(selection::matches).stream().toList()
                : List.of();
        return new Result(found.revision(), items, Optional.empty(), 0, unreadable);
    }

    /// An object that is asked for by name needs no search, be it there or not.
    private Optional<Found> single(Optional<ObjectKey> after) {
        return named(entry, namespace, selection) && revision == 0 && after.isEmpty()
                ? selection
                        .fields()
                        .exactly(Store.Index.NAME)
                        .map(name -> store.find(entry.stored().key(namespace, name)))
                : Optional.empty();
    }

    /// @return whether no more than one object can match, which is known by its name
    public static boolean named(KindEntry entry, String namespace, Selection selection) {
        boolean placed = !entry.stored().namespaced() || !namespace.isEmpty();
        return placed && selection.fields().exactly(Store.Index.NAME).isPresent();
    }

    private Result filtered(Optional<ObjectKey> after, int limit) {
        var matching = new ArrayList<StoredObject>();
        var unreadable = new ArrayList<ObjectKey>();
        Optional<ObjectKey> from = after;
        long asOf = revision;
        while (true) {
            Page page = store.list(range(from, Math.max(limit, CHUNK), asOf));
            asOf = page.revision();
            unreadable.addAll(page.unreadable());
            List<StoredObject> meant = selection.matching(page.items());
            matching.addAll(meant.subList(0, Math.min(meant.size(), limit - matching.size())));
            if (matching.size() == limit) {
                ObjectKey last = matching.getLast().key();
                long rest = following(page.items(), last) + page.remaining();
                return new Result(asOf, matching, rest > 0 ? Optional.of(last) : Optional.empty(), rest, unreadable);
            }
            from = lastKey(page);
            if (from.isEmpty()) {
                return new Result(asOf, matching, Optional.empty(), 0, unreadable);
            }
        }
    }

    private static long following(List<StoredObject> items, ObjectKey last) {
        int at = items.size() - 1;
        while (!items.get(at).key().equals(last)) {
            at--;
        }
        return items.size() - 1L - at;
    }

    private static Optional<ObjectKey> lastKey(Page page) {
        return page.remaining() > 0 && !page.items().isEmpty()
                ? Optional.of(page.items().getLast().key())
                : Optional.empty();
    }

    private Range range(Optional<ObjectKey> after, int limit, long asOf) {
        ResourceType type = entry.stored();
        Optional<Store.Index> index = asOf == 0 ? selection.index(entry) : Optional.empty();
        return new Range(new ResourceId(type.group(), type.resource()), namespace, after, limit, asOf, index);
    }
}
