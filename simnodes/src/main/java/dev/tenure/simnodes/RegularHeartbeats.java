package dev.tenure.simnodes;

import dev.tenure.runtime.time.Tick;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Heartbeats that come so regularly that no node makes them: since when each node beats and how often, from
/// which the last beat is worked out when somebody asks. For worlds on virtual time, where one beat costs an
/// event. Confined to one thread.
public final class RegularHeartbeats {
    /// One beat.
    ///
    /// @param wall what the wall clock showed at `at`
    public record Beat(Tick at, Instant wall) {}

    private record Regular(Beat first, Duration every, Optional<Tick> end) {
        Beat last(Tick now) {
            Tick until = end.isPresent() && now.isAfter(end.get()) ? end.get() : now;
            long passed = until.nanos() - first.at().nanos();
            Duration since = Duration.ofNanos(passed - passed % every.toNanos());
            return new Beat(first.at().plus(since), first.wall().plus(since));
        }
    }

    private final Map<String, Regular> nodes = new HashMap<>();
    private final Map<String, List<Instant>> writtenLate = new HashMap<>();

    /// From `first` on, the node beats every so often. The wall clock must not be stepped before [#end].
    void begin(String node, Beat first, Duration every) {
        nodes.put(node, new Regular(first, every, Optional.empty()));
    }

    /// The node no longer beats of itself; its last beat stays known.
    void end(String node, Tick now) {
        nodes.computeIfPresent(
                node,
                (_, regular) -> regular.end().isPresent()
                        ? regular
                        : new Regular(regular.first(), regular.every(), Optional.of(now)));
    }

    /// Ends the beats of all nodes.
    public void endAll(Tick now) {
        nodes.keySet().forEach(node -> end(node, now));
    }

    /// The last beat of the node is written only now.
    ///
    /// @param times that its lease and its status show
    void writtenLate(String node, List<Instant> times) {
        writtenLate.put(node, List.copyOf(times));
    }

    /// Whether a lease or a status that shows this time was written after the beat, which counted when it was
    /// due.
    public boolean isWrittenLate(String node, Instant time) {
        return writtenLate.getOrDefault(node, List.of()).contains(time);
    }

    /// Whether the node beats of itself now.
    public boolean beating(String node) {
        Regular regular = nodes.get(node);
        return regular != null && regular.end().isEmpty();
    }

    /// The last beat that a node made of itself; absent when it never did.
    public Optional<Beat> last(String node, Tick now) {
        Regular regular = nodes.get(node);
        return regular == null ? Optional.empty() : Optional.of(regular.last(now));
    }
}
