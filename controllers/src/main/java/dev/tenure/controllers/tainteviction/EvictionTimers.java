package dev.tenure.controllers.tainteviction;

import dev.tenure.runtime.time.Tick;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/// Which pods are due when: ordered by deadline, equal deadlines in the order in which they were set.
/// Confined to one loop. Setting, cancelling and taking one pod cost O(log of the number of different
/// deadlines).
///
/// @param <K> what identifies a pod: its uid, or namespace and name
final class EvictionTimers<K> {
    /// @param created when the timer was armed
    record Timer<K>(K pod, Tick created, EvictionOrder order) {
        Tick due() {
            return order.due();
        }
    }

    private final Map<K, Timer<K>> byPod = new HashMap<>();
    private final TreeMap<Tick, LinkedHashSet<K>> byDeadline = new TreeMap<>();

    Optional<Timer<K>> get(K pod) {
        return Optional.ofNullable(byPod.get(pod));
    }

    /// Arms a timer, in place of the one that the pod had.
    void set(Timer<K> timer) {
        cancel(timer.pod());
        byPod.put(timer.pod(), timer);
        byDeadline.computeIfAbsent(timer.due(), _ -> new LinkedHashSet<>()).add(timer.pod());
    }

    /// @return whether a timer was armed
    boolean cancel(K pod) {
        Timer<K> old = byPod.remove(pod);
        if (old == null) {
            return false;
        }
        LinkedHashSet<K> same = byDeadline.get(old.due());
        if (same != null && same.remove(pod) && same.isEmpty()) {
            byDeadline.remove(old.due());
        }
        return true;
    }

    Optional<Tick> nextDeadline() {
        return byDeadline.isEmpty() ? Optional.empty() : Optional.of(byDeadline.firstKey());
    }

    /// Removes and returns at most `limit` timers whose deadline is not after `now`, earliest first.
    List<Timer<K>> takeDue(Tick now, int limit) {
        var due = new ArrayList<Timer<K>>();
        while (due.size() < limit
                && !byDeadline.isEmpty()
                && !byDeadline.firstKey().isAfter(now)) {
            K pod = byDeadline.firstEntry().getValue().getFirst();
            Timer<K> timer = byPod.get(pod);
            cancel(pod);
            if (timer != null) {
                due.add(timer);
            }
        }
        return due;
    }

    /// All timers, earliest first.
    List<Timer<K>> all() {
        var all = new ArrayList<Timer<K>>(byPod.size());
        for (LinkedHashSet<K> pods : byDeadline.values()) {
            for (K pod : pods) {
                Timer<K> timer = byPod.get(pod);
                if (timer != null) {
                    all.add(timer);
                }
            }
        }
        return all;
    }
}
