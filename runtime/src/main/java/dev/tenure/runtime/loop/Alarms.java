package dev.tenure.runtime.loop;

import dev.tenure.runtime.time.Tick;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;

/// Named alarms in order of their moment, equal moments in the order in which they were set. Confined to one
/// loop.
final class Alarms {
    private record Alarm(Tick due, long order, String name, Runnable event) {}

    private final Map<String, Alarm> byName = new HashMap<>();
    private final TreeSet<Alarm> inOrder =
            new TreeSet<>(Comparator.comparing(Alarm::due).thenComparingLong(Alarm::order));
    private long next;

    void set(String name, Tick due, Runnable event) {
        cancel(name);
        var alarm = new Alarm(due, next++, name, event);
        byName.put(name, alarm);
        inOrder.add(alarm);
    }

    void cancel(String name) {
        Alarm old = byName.remove(name);
        if (old != null) {
            inOrder.remove(old);
        }
    }

    Optional<Tick> earliest() {
        return inOrder.isEmpty()
                ? Optional.empty()
                : Optional.of(inOrder.first().due());
    }

    /// Removes and returns the first alarm that is due at `now`.
    Optional<Runnable> takeDue(Tick now) {
        if (inOrder.isEmpty() || inOrder.first().due().isAfter(now)) {
            return Optional.empty();
        }
        Alarm first = inOrder.removeFirst();
        byName.remove(first.name());
        return Optional.of(first.event());
    }
}
