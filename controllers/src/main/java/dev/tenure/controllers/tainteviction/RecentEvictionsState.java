package dev.tenure.controllers.tainteviction;

import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.List;

/// The latest evictions of all nodes, eldest first, at most [#MAX]. Confined to one loop.
final class RecentEvictionsState {
    static final int MAX = 2_000;

    private final ArrayDeque<PastEviction> evictions = new ArrayDeque<>();

    void add(PastEviction eviction) {
        evictions.add(eviction);
        if (evictions.size() > MAX) {
            evictions.remove();
        }
    }

    /// Takes over what the records of nodes say.
    void load(List<PastEviction> recorded) {
        recorded.stream().sorted(Comparator.comparing(PastEviction::at)).forEach(this::add);
    }

    List<PastEviction> all() {
        return List.copyOf(evictions);
    }
}
