package dev.tenure.kinds.aggregation;

import dev.tenure.runtime.time.GrowingPause;
import dev.tenure.runtime.time.Tick;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// When each of several things is looked at next: at once when it has changed, soon when that failed, and
/// every so often otherwise. Nothing is looked at twice at the same time. Confined to one loop.
final class RoundTimers {
    private final Duration period;
    private final GrowingPause pause;
    private final Map<String, Tick> due = new HashMap<>();
    private final Map<String, Integer> failures = new HashMap<>();
    private final Set<String> running = new HashSet<>();

    /// @param pause after failures
    RoundTimers(Duration period, GrowingPause pause) {
        this.period = period;
        this.pause = pause;
    }

    /// It has changed.
    void at(String name, Tick when) {
        due.merge(name, when, (one, other) -> one.isAfter(other) ? other : one);
    }

    /// It is no more.
    void forget(String name) {
        due.remove(name);
        failures.remove(name);
    }

    /// What is to be looked at now; each of it has to be reported by [#done].
    List<String> take(Tick now) {
        List<String> taken = due.entrySet().stream()
                .filter(entry -> !entry.getValue().isAfter(now) && !running.contains(entry.getKey()))
                .map(Map.Entry::getKey)
                .sorted()
                .toList();
        taken.forEach(due::remove);
        running.addAll(taken);
        return taken;
    }

    /// It was looked at.
    void done(String name, boolean well, Tick now) {
        running.remove(name);
        if (well) {
            failures.remove(name);
            at(name, now.plus(period));
        } else {
            at(name, now.plus(pause.after(failures.merge(name, 1, Integer::sum))));
        }
    }

    /// When there is something to look at.
    Optional<Tick> next() {
        return due.entrySet().stream()
                .filter(entry -> !running.contains(entry.getKey()))
                .map(Map.Entry::getValue)
                .min(Tick::compareTo);
    }
}
