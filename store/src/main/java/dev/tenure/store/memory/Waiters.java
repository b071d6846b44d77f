package dev.tenure.store.memory;

import dev.tenure.store.Store.Change;
import dev.tenure.store.Store.Index;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// The cursors of one resource that wait for something to poll, by the namespace that they look at and by the
/// value of the field that they ask for: a change costs those whom it concerns, and not all who wait. Safe
/// for use by several threads: every method holds this object's monitor, for a moment only. Upstream:
/// storage/cacher (indexedWatchers).
///
/// A cursor gets in only after it has seen, with the monitor held, that there is nothing for it; and who
/// publishes a change takes out those concerned afterwards. So no change is missed, and whoever is in here
/// has seen all that was published up to the last [#take].
final class Waiters {
    private final Map<String, Place> byNamespace = new HashMap<>();

    /// Up to which revision there has been nothing for those who wait.
    private long passed;

    /// Those who look at one namespace, or at all of them.
    private static final class Place {
        private final Set<Cursor> ofAll = new LinkedHashSet<>();
        private final Map<String, Map<String, Set<Cursor>>> byField = new HashMap<>();

        private void add(Cursor cursor) {
            cursor.interest()
                    .index()
                    .map(index -> byField.computeIfAbsent(index.field(), _ -> new HashMap<>())
                            .computeIfAbsent(index.value(), _ -> new LinkedHashSet<>()))
                    .orElse(ofAll)
                    .add(cursor);
        }

        private void remove(Cursor cursor) {
            cursor.interest().index().ifPresentOrElse(index -> remove(cursor, index), () -> ofAll.remove(cursor));
        }

        private void remove(Cursor cursor, Index index) {
            byField.computeIfPresent(index.field(), (_, values) -> {
                values.computeIfPresent(index.value(), (_, waiting) -> {
                    waiting.remove(cursor);
                    return waiting.isEmpty() ? null : waiting;
                });
                return values.isEmpty() ? null : values;
            });
        }

        private boolean contains(Cursor cursor) {
            return cursor.interest()
                    .index()
                    .map(index -> byField.getOrDefault(index.field(), Map.of()).getOrDefault(index.value(), Set.of()))
                    .orElse(ofAll)
                    .contains(cursor);
        }

        private boolean isEmpty() {
            return ofAll.isEmpty() && byField.isEmpty();
        }

        /// Takes out those whom a change concerns.
        private void takeInto(Collection<Cursor> taken, Change change) {
            taken.addAll(ofAll);
            ofAll.clear();
            byField.forEach((field, values) -> {
                takeInto(taken, values, Index.valueOf(change.after(), field));
                change.before().ifPresent(before -> takeInto(taken, values, Index.valueOf(before, field)));
            });
            byField.values().removeIf(Map::isEmpty);
        }

        private static void takeInto(Collection<Cursor> taken, Map<String, Set<Cursor>> values, String value) {
            Set<Cursor> waiting = values.remove(value);
            if (waiting != null) {
                taken.addAll(waiting);
            }
        }

        private List<Cursor> all() {
            List<Cursor> all = new ArrayList<>(ofAll);
            byField.values().forEach(values -> values.values().forEach(all::addAll));
            return all;
        }
    }

    /// Lets `cursor` wait, unless there is something for it already.
    ///
    /// @return whether it waits
    synchronized boolean join(Cursor cursor) {
        if (cursor.somethingToPoll()) {
            return false;
        }
        byNamespace
                .computeIfAbsent(cursor.interest().namespace(), _ -> new Place())
                .add(cursor);
        return true;
    }

    synchronized void leave(Cursor cursor) {
        byNamespace.computeIfPresent(cursor.interest().namespace(), (_, place) -> {
            place.remove(cursor);
            return place.isEmpty() ? null : place;
        });
    }

    /// Up to which revision it is known that there is nothing for a cursor, because it has been waiting; 0
    /// when it does not wait.
    synchronized long passed(Cursor cursor) {
        Place place = byNamespace.get(cursor.interest().namespace());
        return place != null && place.contains(cursor) ? passed : 0;
    }

    /// Takes out everybody whom these changes concern, in the order of their revisions.
    synchronized List<Cursor> take(List<Change> changes) {
        List<Cursor> taken = new ArrayList<>();
        if (!byNamespace.isEmpty()) {
            for (Change change : changes) {
                takeInto(taken, "", change);
                takeInto(taken, change.after().key().namespace(), change);
            }
            // several batches may have changes of one revision
            long before = changes.getFirst().revision() - 1;
            taken.forEach(cursor -> cursor.pass(before));
        }
        passed = changes.getLast().revision() - 1;
        return taken;
    }

    /// Takes out everybody.
    synchronized List<Cursor> takeAll() {
        List<Cursor> taken = new ArrayList<>();
        byNamespace.values().forEach(place -> taken.addAll(place.all()));
        byNamespace.clear();
        return taken;
    }

    /// There is nothing up to `revision` for those who wait.
    synchronized void sawAll(long revision) {
        byNamespace.values().forEach(place -> place.all().forEach(cursor -> cursor.skipTo(revision)));
    }

    private void takeInto(List<Cursor> taken, String namespace, Change change) {
        byNamespace.computeIfPresent(namespace, (_, place) -> {
            place.takeInto(taken, change);
            return place.isEmpty() ? null : place;
        });
    }
}
