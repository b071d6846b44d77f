package dev.tenure.controllers.daemonset;

import dev.tenure.runtime.time.Tick;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/// Keeps failed pods from being replaced as fast as a node can refuse them: 1 s after the first, twice as
/// long after each further one, 15 min at most, for each set, generation of it and node. Confined to one
/// loop. Upstream: daemon_controller.go (failedPodsBackoff).
final class DaemonBackoff {
    private static final Duration FIRST = Duration.ofSeconds(1);
    private static final Duration MAX = Duration.ofMinutes(15);

    private record Key(String set, String node) {}

    private record Entry(long generation, Tick since, Duration pause) {}

    private final Map<Key, Entry> entries = new HashMap<>();

    /// Asks to remove a failed pod.
    ///
    /// @param generation the last one of the set that was observed: with a new one the pauses begin anew
    /// @return empty when it may be removed now, else how long to wait
    Optional<Duration> ask(String setUid, long generation, String node, Tick now) {
        var key = new Key(setUid, node);
        Entry entry = entries.get(key);
        if (entry == null
                || entry.generation() != generation
                || now.since(entry.since()).compareTo(MAX.multipliedBy(2)) > 0) {
            entries.put(key, new Entry(generation, now, FIRST));
            return Optional.empty();
        }
        Duration passed = now.since(entry.since());
        if (passed.compareTo(entry.pause()) < 0) {
            return Optional.of(entry.pause().minus(passed));
        }
        Duration next = entry.pause().multipliedBy(2);
        entries.put(key, new Entry(generation, now, next.compareTo(MAX) < 0 ? next : MAX));
        return Optional.empty();
    }

    /// The set is gone.
    void forget(String setUid) {
        entries.keySet().removeIf(key -> key.set().equals(setUid));
    }
}
