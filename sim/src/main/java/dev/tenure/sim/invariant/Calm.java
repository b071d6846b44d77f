package dev.tenure.sim.invariant;

import dev.tenure.runtime.time.Tick;
import dev.tenure.runtime.time.TimeSource;
import dev.tenure.sim.world.Component;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/// Since when each component of a cluster works without disturbance: it runs, its requests are
/// answered, its watches are prompt and the clock goes evenly. Whoever disturbs says so. Confined to
/// the thread of the world.
public final class Calm {
    /// So long after the last disturbance a component may still be busy with its consequences: an
    /// informer tries again after at most 30 s, the rest is for what it then finds.
    public static final Duration RECOVERY = Duration.ofSeconds(35);

    private static final class Entry {
        private int disturbances;
        private Tick since;
        private Tick begun;

        private Entry(Tick since) {
            this.since = since;
            this.begun = since;
        }
    }

    private final TimeSource time;
    private final Map<Component, Entry> entries = new EnumMap<>(Component.class);

    public Calm(TimeSource time) {
        this.time = time;
        for (Component component : Component.values()) {
            entries.put(component, new Entry(time.now()));
        }
    }

    private Entry entry(Component component) {
        return Objects.requireNonNull(entries.get(component));
    }

    /// A disturbance begins; it may overlap others.
    public void disturb(Component component) {
        Entry entry = entry(component);
        if (recovered(component)) {
            entry.begun = time.now();
        }
        entry.disturbances++;
    }

    /// A disturbance ends.
    public void settle(Component component) {
        Entry entry = entry(component);
        entry.disturbances--;
        entry.since = time.now();
    }

    /// A disturbance that is over at once but has consequences.
    public void jolt(Component component) {
        disturb(component);
        settle(component);
    }

    /// Since when nothing disturbs the component; absent while something does.
    Optional<Tick> since(Component component) {
        Entry entry = entry(component);
        return entry.disturbances > 0 ? Optional.empty() : Optional.of(entry.since);
    }

    /// Whether the component has had time to get over the last disturbance.
    public boolean recovered(Component component) {
        return since(component)
                .filter(since -> !since.plus(RECOVERY).isAfter(time.now()))
                .isPresent();
    }

    /// The latest moment of which the component is sure to have known the state: now, unless it is
    /// disturbed or not over it.
    Tick upToDateAt(Component component) {
        return recovered(component) ? time.now() : entry(component).begun;
    }
}
