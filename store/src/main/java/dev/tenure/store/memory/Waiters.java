package dev.tenure.store.memory;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/// The cursors of one resource that wait for something to poll, by the namespace they look at. Safe for use by several
/// threads: every method holds this object's monitor, for a moment only.
///
/// A cursor gets in only after it has seen, with the monitor held, that there is nothing for it; and who publishes a
/// change takes out those concerned afterwards. So no change is missed, and whoever is in here has seen all that was
/// published up to the last [#take].
final class Waiters {
    private final Map<String, Set<Cursor>> byNamespace = new HashMap<>();

    /// Lets `cursor` wait, unless there is something for it already.
    ///
    /// @return whether it waits
    synchronized boolean join(Cursor cursor) {
        if (cursor.somethingToPoll()) {
            return false;
        }
        byNamespace
                .computeIfAbsent(cursor.namespace(), _ -> new LinkedHashSet<>())
                .add(cursor);
        return true;
    }

    synchronized void leave(Cursor cursor) {
        Set<Cursor> waiting = byNamespace.get(cursor.namespace());
        if (waiting != null && waiting.remove(cursor) && waiting.isEmpty()) {
            byNamespace.remove(cursor.namespace());
        }
    }

    /// Takes out everybody who looks at one of these namespaces or at all of them.
    synchronized List<Cursor> take(Set<String> namespaces) {
        List<Cursor> taken = new ArrayList<>();
        if (byNamespace.isEmpty()) {
            return taken;
        }
        takeInto(taken, "");
        namespaces.forEach(namespace -> takeInto(taken, namespace));
        return taken;
    }

    /// Takes out everybody.
    synchronized List<Cursor> takeAll() {
        List<Cursor> taken = new ArrayList<>();
        byNamespace.values().forEach(taken::addAll);
        byNamespace.clear();
        return taken;
    }

    synchronized void forEach(Consumer<Cursor> action) {
        byNamespace.values().forEach(waiting -> waiting.forEach(action));
    }

    private void takeInto(List<Cursor> taken, String namespace) {
        Set<Cursor> waiting = byNamespace.remove(namespace);
        if (waiting != null) {
            taken.addAll(waiting);
        }
    }
}
