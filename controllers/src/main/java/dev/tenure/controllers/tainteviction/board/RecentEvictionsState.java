package dev.tenure.controllers.tainteviction.board;

import dev.tenure.controllers.tainteviction.record.PastEviction;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/// The latest evictions of all nodes, eldest first, at most [#MAX]. Confined to one loop.
final class RecentEvictionsState {
    static final int MAX = 2_000;

    private final ArrayDeque<PastEviction> evictions = new ArrayDeque<>();

    private final Set<String> uids = new HashSet<>();

    /// @return whether the pod was not known to have left; it leaves once, and the first cause is reported
    boolean add(PastEviction eviction) {
        if (!uids.add(eviction.uid())) {
            return false;
        }
        evictions.add(eviction);
        if (evictions.size() > MAX) {
            uids.remove(evictions.remove().uid());
        }
        return true;
    }

    /// Takes over what the records of nodes say.
    void load(List<PastEviction> recorded) {
        recorded.stream().sorted(Comparator.comparing(PastEviction::at)).forEach(this::add);
    }

    List<PastEviction> all() {
        return List.copyOf(evictions);
    }
}
