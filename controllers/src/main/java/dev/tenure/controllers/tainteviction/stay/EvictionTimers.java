package dev.tenure.controllers.tainteviction.stay;

import dev.tenure.runtime.time.Tick;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
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
    private final TreeMap<Tick, LinkedHashMap<K, Timer<K>>> byDeadline = new TreeMap<>();

    Optional<Timer<K>> get(K pod) {
        return Optional.ofNullable(byPod.get(pod));
    }

    /// Arms a timer, in place of the one that the pod had.
    void set(Timer<K> timer) {
        cancel(timer.pod());
        byPod.put(timer.pod(), timer);
        byDeadline.computeIfAbsent(timer.due(), _ -> new LinkedHashMap<>()).put(timer.pod(), timer);
    }

    /// @return whether a timer was armed
    boolean cancel(K pod) {
        Timer<K> old = byPod.remove(pod);
        if (old == null) {
            return false;
        }
        LinkedHashMap<K, Timer<K>> same = byDeadline.get(old.due());
        if (same != null && same.remove(pod) != null && same.isEmpty()) {
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
            Timer<K> timer = byDeadline.firstEntry().getValue().firstEntry().getValue();
            cancel(timer.pod());
            due.add(timer);
        }
        return due;
    }

    /// What is armed now, earliest first; asked while deadlines come due, so it looks nothing up.
    List<EvictionOrder> orders() {
        var orders = new ArrayList<EvictionOrder>(byPod.size());
        for (LinkedHashMap<K, Timer<K>> same : byDeadline.values()) {
            same.values().forEach(timer -> orders.add(timer.order()));
        }
        return Collections.unmodifiableList(orders);
    }
}
