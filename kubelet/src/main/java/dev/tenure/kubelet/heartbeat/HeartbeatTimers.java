package dev.tenure.kubelet.heartbeat;

import dev.tenure.runtime.time.Tick;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/// The next heartbeat of each of many nodes, spread over the period so that they do not all beat at
/// once. Confined to one loop.
public final class HeartbeatTimers {
    /// Nodes beat on a grid of this fineness, so that one wake serves several.
    private static final Duration GRAIN = Duration.ofMillis(50);

    private final Duration period;
    private final Map<String, Duration> others = new HashMap<>();
    private final Map<String, Tick> next = new HashMap<>();
    private final TreeMap<Tick, LinkedHashSet<String>> due = new TreeMap<>();

    /// @param period time between two heartbeats of a node that has none of its own; at least 50 ms
    public HeartbeatTimers(Duration period) {
        this.period = period;
    }

    /// Lets a node beat more or less often than the others; from its next beat on.
    ///
    /// @param own at least 50 ms
    public void period(String node, Duration own) {
        if (own.equals(period)) {
            others.remove(node);
        } else {
            others.put(node, own);
        }
    }

    /// How often a node beats.
    public Duration period(String node) {
        return others.getOrDefault(node, period);
    }

    /// Begins the heartbeats of a node: the first at once, the second after a part of the period that
    /// its name decides.
    public void add(String node, Tick now) {
        if (!next.containsKey(node)) {
            set(node, now);
        }
    }

    /// Lets a node go on in its rhythm, from its next beat after `now`.
    public void resume(String node, Tick now) {
        if (!next.containsKey(node)) {
            set(node, phase(node, now));
        }
    }

    /// Whether a beat at `now` is followed by the next after exactly one period, and so on for ever.
    public boolean inRhythm(String node, Tick now) {
        return phase(node, now).equals(now.plus(period(node)));
    }

    public void remove(String node) {
        Tick old = next.remove(node);
        if (old == null) {
            return;
        }
        LinkedHashSet<String> same = due.get(old);
        if (same != null && same.remove(node) && same.isEmpty()) {
            due.remove(old);
        }
    }

    /// The node is gone.
    public void forget(String node) {
        remove(node);
        others.remove(node);
    }

    public Optional<Tick> nextBeat() {
        return due.isEmpty() ? Optional.empty() : Optional.of(due.firstKey());
    }

    /// The nodes that are to beat now, at most `max`; each is set for its next beat.
    public List<String> takeDue(Tick now, int max) {
        var taken = new ArrayList<String>();
        while (taken.size() < max && !due.isEmpty() && !due.firstKey().isAfter(now)) {
            String node = due.firstEntry().getValue().getFirst();
            taken.add(node);
            remove(node);
            set(node, phase(node, now));
        }
        return taken;
    }

    /// The first moment after `now` at which the clock stands at the node's own share of the period.
    private Tick phase(String node, Tick now) {
        long length = period(node).toNanos();
        long share = Math.floorMod(node.hashCode() * 2_654_435_761L, length / GRAIN.toNanos()) * GRAIN.toNanos();
        long into = Math.floorMod(now.nanos() - share, length);
        return now.plus(Duration.ofNanos(length - into));
    }

    private void set(String node, Tick at) {
        next.put(node, at);
        due.computeIfAbsent(at, _ -> new LinkedHashSet<>()).add(node);
    }
}
