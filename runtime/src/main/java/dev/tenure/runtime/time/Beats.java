package dev.tenure.runtime.time;

import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// Beats that come so regularly that nobody makes each: who beats says since when and how often, who
/// listens works out the last one. For worlds on virtual time, where one beat costs an event. Confined
/// to one thread.
public final class Beats {
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

    private final Map<String, Regular> sources = new HashMap<>();
    private final Map<String, Set<Instant>> written = new HashMap<>();
    private long endings;

    /// From `first` on, `source` beats every so often. The wall clock must not be stepped before
    /// [#end].
    public void begin(String source, Beat first, Duration every) {
        sources.put(source, new Regular(first, every, Optional.empty()));
    }

    /// The source no longer beats of itself; its last beat stays known.
    public void end(String source, Tick now) {
        endings++;
        sources.computeIfPresent(
                source,
                (_, regular) -> regular.end().isPresent()
                        ? regular
                        : new Regular(regular.first(), regular.every(), Optional.of(now)));
    }

    /// How often a source was told to beat no longer: while this stays the same, whoever beats of itself goes on.
    public long endings() {
        return endings;
    }

    /// Ends all sources that still beat.
    public void endAll(Tick now) {
        sources.keySet().forEach(source -> end(source, now));
    }

    /// What the source said of its beats is being written now, after they were made.
    ///
    /// @param said as it can be read from what is written
    public void writtenLate(String source, List<Instant> said) {
        written.put(source, Set.copyOf(said));
    }

    /// Whether a sign of life that says `said` is one that was written late, and so was known before.
    public boolean isLate(String source, Instant said) {
        return written.getOrDefault(source, Set.of()).contains(said);
    }

    /// Whether the source beats of itself now.
    public boolean beating(String source) {
        Regular regular = sources.get(source);
        return regular != null && regular.end().isEmpty();
    }

    /// The last beat that a source made of itself; absent when it never did.
    public Optional<Beat> last(String source, Tick now) {
        return Optional.ofNullable(sources.get(source)).map(regular -> regular.last(now));
    }
}
