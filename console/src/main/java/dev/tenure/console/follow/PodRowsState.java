package dev.tenure.console.follow;

import dev.tenure.console.shown.Shown;
import dev.tenure.model.core.Pod;
import dev.tenure.model.core.PodPhase;
import dev.tenure.model.meta.ObjectKey;
import dev.tenure.model.meta.StoredObject;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// What tables of pods are searched by, kept while pods come and go. A search through 150,000 pods themselves
/// takes a third of a second, for each is some ten objects that lie anywhere in memory; here each is one row,
/// and the rows lie behind one another. Counts are kept, not counted. Pinned by `PodRowsStateTest`. Confined
/// to the loop of its copy.
public final class PodRowsState {
    private static final String EVICTED = "Evicted";
    private static final Comparator<Row> ORDER = (one, other) -> {
        int order = Boolean.compare(one.bound, other.bound);
        order = order != 0 ? order : one.key.namespace().compareTo(other.key.namespace());
        return order != 0 ? order : one.key.name().compareTo(other.key.name());
    };

    /// One pod.
    ///
    /// @param text namespace and name with a slash between them
    /// @param shown its phase as pages show it
    /// @param phase absent while it is being deleted
    private record Row(
            ObjectKey key,
            String text,
            boolean bound,
            String shown,
            @Nullable PodPhase phase,
            boolean evicted) {
        static Row of(StoredObject object) {
            Pod pod = object.view(Pod.class);
            return new Row(
                    object.key(),
                    object.key().qualifiedName(),
                    pod.spec().bound(),
                    Shown.phase(pod),
                    pod.meta().deleting() ? null : pod.status().phase(),
                    pod.status().reason().equals(EVICTED));
        }

        /// Pages show the reason of a pod instead of its phase, where it has one; it is found by either.
        private boolean isShownAs(String wanted) {
            return shown.equals(wanted) || (phase != null && phase.word().equals(wanted));
        }
    }

    /// What a search found.
    ///
    /// @param count of all that fit
    /// @param first the first of them: those without a node, then by namespace and name
    public record Found(int count, List<ObjectKey> first) {}

    /// With null where a pod was; the next one that comes takes the place.
    private final List<@Nullable Row> rows = new ArrayList<>();

    private final Map<ObjectKey, Integer> places = new HashMap<>();
    private final List<Integer> free = new ArrayList<>();
    private final Map<PodPhase, Integer> phases = new EnumMap<>(PodPhase.class);
    private final Set<ObjectKey> evicted = new LinkedHashSet<>();
    private int leaving;

    public void changed(StoredObject object) {
        Row next = Row.of(object);
        Integer place = places.get(next.key());
        if (place != null) {
            Row before = rows.set(place, next);
            if (before != null) {
                count(before, -1);
            }
        } else if (free.isEmpty()) {
            places.put(next.key(), rows.size());
            rows.add(next);
        } else {
            int again = free.removeLast();
            places.put(next.key(), again);
            rows.set(again, next);
        }
        count(next, 1);
    }

    void deleted(ObjectKey key) {
        Integer place = places.remove(key);
        if (place != null) {
            Row last = rows.set(place, null);
            free.add(place);
            if (last != null) {
                count(last, -1);
            }
        }
    }

    private void count(Row row, int by) {
        if (row.phase() == null) {
            leaving += by;
        } else {
            phases.merge(row.phase(), by, Integer::sum);
        }
        if (by < 0) {
            evicted.remove(row.key());
        } else if (row.evicted()) {
            evicted.add(row.key());
        }
    }

    public int total() {
        return places.size();
    }

    /// How many are in a phase and not being deleted.
    public int count(PodPhase phase) {
        return phases.getOrDefault(phase, 0);
    }

    /// How many are being deleted.
    public int leaving() {
        return leaving;
    }

    /// Those that a node has evicted and nobody has deleted yet, in the order in which that became known.
    public Collection<ObjectKey> evicted() {
        return Collections.unmodifiableSet(evicted);
    }

    /// What is searched for.
    ///
    /// @param namespace empty for all
    /// @param part of a namespace, a name, or both with a slash between them; empty for all
    /// @param shown the phase as pages show it; empty for all
    public record Sought(String namespace, String part, String shown) {
        private boolean fits(Row row) {
            return (shown.isEmpty() || row.isShownAs(shown))
                    && (namespace.isEmpty() || row.key().namespace().equals(namespace))
                    && (part.isEmpty() || row.text().contains(part));
        }
    }

    /// Searches all.
    public Found find(Sought sought, int firstMax) {
        var kept = new PriorityQueue<>(ORDER.reversed());
        int count = 0;
        for (Row row : rows) {
            if (row == null || !sought.fits(row)) {
                continue;
            }
            count++;
            if (kept.size() < firstMax) {
                kept.add(row);
            } else if (firstMax > 0 && ORDER.compare(row, kept.element()) < 0) {
                kept.remove();
                kept.add(row);
            }
        }
        return new Found(count, kept.stream().sorted(ORDER).map(Row::key).toList());
    }
}
