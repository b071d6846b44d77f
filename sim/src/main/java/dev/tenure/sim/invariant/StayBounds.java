package dev.tenure.sim.invariant;

import dev.tenure.model.core.Taint;
import dev.tenure.model.core.TaintEffect;
import dev.tenure.model.core.WellKnownTaints;
import dev.tenure.runtime.time.Tick;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Between which moments the stays under the NoExecute taints of one node may have begun, by what
/// really happened. A stay begins when its taint came; the controllers may learn of it later, and may
/// miss that a taint went and came back. Confined to the thread of its world.
final class StayBounds {
    /// So long the controllers need at most, undisturbed, to write down when a taint came.
    private static final Duration WRITTEN_DOWN = Duration.ofSeconds(5);

    private static final Duration WRITTEN_PRECISION = Duration.ofSeconds(1);

    /// @param early the stay has not begun before
    /// @param late the latest moment that the wall clock showed from the coming of the taint until it was
    ///     last set
    /// @param seen the stay has begun at the latest; absent while the controllers may not know of the
    ///     taint
    /// @param seenAt the tick of `seen`
    record Start(Taint taint, Instant early, Instant late, Optional<Instant> seen, Tick seenAt) {
        Start of(Taint other) {
            return new Start(other, early, late, seen, seenAt);
        }

        private Start seen(Moment moment) {
            Instant latest = late.isAfter(moment.wall()) ? late : moment.wall();
            return new Start(taint, early, latest, Optional.of(latest), moment.now());
        }

        private Start unseen() {
            return new Start(taint, early, late, Optional.empty(), seenAt);
        }

        /// The clock was stepped, and the controllers know.
        private Start stepped(Duration by) {
            return new Start(taint, early.plus(by), late.plus(by), seen.map(at -> at.plus(by)), seenAt);
        }

        /// The clock was stepped, and nobody knows whether the controllers know.
        private Start perhapsStepped(Duration by) {
            return new Start(
                    taint,
                    by.isNegative() ? early.plus(by) : early,
                    by.isNegative() ? late : late.plus(by),
                    seen.map(at -> by.isNegative() ? at : at.plus(by)),
                    seenAt);
        }

        /// The same when the step that the controllers knew of was forgotten before they had written it down.
        private Start perhapsForgotten(Duration by) {
            return perhapsStepped(by.negated());
        }
    }

    private record Gone(Start start, Tick at) {}

    /// The moment at which something happens, and what the controllers know then.
    ///
    /// @param upToDateAt the latest moment of which they know the state
    record Moment(Instant wall, Tick now, Tick upToDateAt) {
        boolean prompt() {
            return upToDateAt.equals(now);
        }
    }

    private Map<String, Start> starts = new HashMap<>();
    private final Map<String, Gone> gone = new HashMap<>();
    /// Steps of the clock that the controllers know of, and may not have written down yet.
    private final List<Known> unwritten = new ArrayList<>();

    private record Known(Duration by, Tick at) {}

    List<Start> all() {
        return new ArrayList<>(starts.values());
    }

    /// All taints that stand now or stood at some time since `moment`.
    List<Start> since(Tick moment) {
        List<Start> found = all();
        gone.values().stream().filter(taint -> !moment.isAfter(taint.at())).forEach(taint -> found.add(taint.start()));
        return found;
    }

    boolean isEmpty() {
        return starts.isEmpty();
    }

    /// Takes in the taints of the node as they are now; those that are not NoExecute do not matter.
    void follow(List<Taint> taints, Moment moment) {
        var next = new HashMap<String, Start>();
        for (Taint taint : taints) {
            if (taint.effect() == TaintEffect.NO_EXECUTE) {
                next.put(taint.key(), start(taint, moment));
            }
        }
        starts.forEach((key, start) -> {
            if (!next.containsKey(key)) {
                gone.put(key, new Gone(start, moment.now()));
            }
        });
        starts = next;
    }

    private Start start(Taint taint, Moment moment) {
        Start known = starts.get(taint.key());
        if (known != null && known.taint().timeAdded().equals(taint.timeAdded())) {
            return known.of(taint);
        }
        Start swapped = known == null ? starts.get(partner(taint.key())) : null;
        if (swapped != null) {
            return swapped.of(taint);
        }
        Optional<Instant> seen = moment.prompt() ? Optional.of(moment.wall()) : Optional.empty();
        return new Start(taint, earliest(taint, moment), moment.wall(), seen, moment.now());
    }

    private Instant earliest(Taint taint, Moment moment) {
        Instant early = moment.wall();
        Instant reported = taint.timeAdded().map(t -> t.plus(WRITTEN_PRECISION)).orElse(early);
        early = reported.isBefore(early) ? reported : early;
        for (String key : List.of(taint.key(), partner(taint.key()))) {
            Gone before = gone.get(key);
            if (before != null
                    && !moment.upToDateAt().isAfter(before.at())
                    && before.start().early().isBefore(early)) {
                early = before.start().early();
            }
        }
        return early;
    }

    /// Takes in that time has passed.
    void second(Moment moment) {
        unwritten.removeIf(step -> forgotten(step, moment));
        starts.replaceAll((_, start) -> {
            if (start.seen().isEmpty() && moment.prompt()) {
                return start.seen(moment);
            }
            boolean unwritten =
                    !moment.prompt() && start.seenAt().plus(WRITTEN_DOWN).isAfter(moment.upToDateAt());
            return unwritten ? start.unseen() : start;
        });
    }

    /// @return whether the step is written down, or has been forgotten and been reckoned with
    private boolean forgotten(Known step, Moment moment) {
        Tick written = step.at().plus(WRITTEN_DOWN);
        if (!moment.prompt() && written.isAfter(moment.upToDateAt())) {
            starts.replaceAll((_, start) -> start.perhapsForgotten(step.by()));
            return true;
        }
        return moment.prompt() && moment.now().isAfter(written);
    }

    /// Takes in that the wall clock was stepped. Stays last as long as they should all the same, as long as
    /// the controllers know of the step: those that begin later know what was written down.
    void clockStepped(Duration by, Moment moment) {
        second(moment);
        gone.replaceAll((_, taint) -> new Gone(taint.start().perhapsStepped(by), taint.at()));
        if (moment.prompt()) {
            starts.replaceAll((_, start) -> start.stepped(by));
            unwritten.add(new Known(by, moment.now()));
        } else {
            starts.replaceAll((_, start) -> start.perhapsStepped(by));
        }
    }

    private static String partner(String key) {
        return switch (key) {
            case WellKnownTaints.NOT_READY -> WellKnownTaints.UNREACHABLE;
            case WellKnownTaints.UNREACHABLE -> WellKnownTaints.NOT_READY;
            default -> "";
        };
    }
}
