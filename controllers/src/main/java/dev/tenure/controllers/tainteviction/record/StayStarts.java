package dev.tenure.controllers.tainteviction.record;

import dev.tenure.controllers.tainteviction.stay.TaintedSince;
import dev.tenure.model.core.Taint;
import dev.tenure.model.core.WellKnownTaints;
import dev.tenure.rules.taint.RecordedTaintRule;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/// Since when a node has carried each of its taints because of which pods leave: by the key of the taint
/// those with NoExecute, whose stays a new value does not begin anew; by the whole taint the others.
///
/// A taint that says when it was added came within the second that it names, so its stay begins when it was
/// seen or at the end of that second, whichever is earlier: nobody leaves early, after a restart neither.
/// While the process runs, a stay lasts as long as it should whatever becomes of the wall clock. One that
/// says nothing began when it was first seen. When the node lifecycle swaps not-ready for unreachable, or
/// back, the stay goes on.
public record StayStarts(Map<String, Start> byKey) {
    public static final StayStarts NONE = new StayStarts(Map.of());

    private static final Duration WRITTEN_PRECISION = Duration.ofSeconds(1);

    /// @param timeAdded what the taint said when it was seen
    public record Start(Instant since, Optional<Instant> timeAdded) {}

    /// In the order of the taints, so that equal histories are written alike.
    public StayStarts {
        byKey = Collections.unmodifiableMap(new LinkedHashMap<>(byKey));
    }

    /// The starts for the taints as they are now.
    ///
    /// @param taints those because of which pods leave
    /// @param now when they were seen
    /// @param asOfNow brings a time that a taint tells to the clock as it goes now
    public StayStarts next(List<Taint> taints, Instant now, UnaryOperator<Instant> asOfNow) {
        var next = new LinkedHashMap<String, Start>();
        for (Taint taint : taints) {
            next.put(RecordedTaintRule.key(taint), start(taint, now, asOfNow));
        }
        return new StayStarts(next);
    }

    /// The same when the wall clock was stepped: it would have shown other times if it had always gone as it
    /// goes now.
    StayStarts stepped(Duration by) {
        var moved = new LinkedHashMap<String, Start>();
        byKey.forEach((key, start) -> moved.put(key, new Start(start.since().plus(by), start.timeAdded())));
        return new StayStarts(moved);
    }

    /// The same with what was seen to come: nothing began before that, whatever was written by another clock.
    ///
    /// @param seen by the same keys, and by the wall clock as it goes now
    public StayStarts seen(Function<String, Optional<Instant>> seen) {
        var later = new LinkedHashMap<String, Start>();
        byKey.forEach((key, start) -> later.put(
                key,
                seen.apply(key)
                        .filter(start.since()::isBefore)
                        .map(since -> new Start(since, start.timeAdded()))
                        .orElse(start)));
        return new StayStarts(later);
    }

    private Start start(Taint taint, Instant now, UnaryOperator<Instant> asOfNow) {
        String key = RecordedTaintRule.key(taint);
        Start known = byKey.get(key);
        if (known != null && known.timeAdded().equals(taint.timeAdded())) {
            // One to come was written by a process with another clock.
            return known.since().isAfter(now) ? new Start(now, known.timeAdded()) : known;
        }
        Start swapped = known == null ? byKey.get(partner(key)) : null;
        if (swapped != null) {
            return new Start(swapped.since(), taint.timeAdded());
        }
        Instant latest = taint.timeAdded()
                .map(t -> asOfNow.apply(t).plus(WRITTEN_PRECISION))
                .orElse(now);
        return new Start(latest.isBefore(now) ? latest : now, taint.timeAdded());
    }

    /// @param taints those that this object was made for
    public List<TaintedSince> of(List<Taint> taints, Instant now) {
        return taints.stream()
                .map(taint -> {
                    Start start = byKey.get(RecordedTaintRule.key(taint));
                    return new TaintedSince(taint, start == null ? now : start.since());
                })
                .toList();
    }

    /// What the node lifecycle swaps a taint for; empty for those of others.
    static String partner(String key) {
        return switch (key) {
            case WellKnownTaints.NOT_READY -> WellKnownTaints.UNREACHABLE;
            case WellKnownTaints.UNREACHABLE -> WellKnownTaints.NOT_READY;
            default -> "";
        };
    }
}
