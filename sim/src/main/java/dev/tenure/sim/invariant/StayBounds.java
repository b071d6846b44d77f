package dev.tenure.sim.invariant;

import dev.tenure.model.core.Node;
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
    /// @param seen the stay has begun at the latest; absent while the controllers may not know of the
    ///     taint
    /// @param seenAt the tick of `seen`
    record Start(Taint taint, Instant early, Optional<Instant> seen, Tick seenAt) {
        Start withSeen(Optional<Instant> other, Tick at) {
            return new Start(taint, early, other, at);
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

    void follow(Node node, Moment moment) {
        var next = new HashMap<String, Start>();
        for (Taint taint : node.spec().taints()) {
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
            return new Start(taint, known.early(), known.seen(), known.seenAt());
        }
        Start swapped = known == null ? starts.get(partner(taint.key())) : null;
        if (swapped != null) {
            return new Start(taint, swapped.early(), swapped.seen(), swapped.seenAt());
        }
        Optional<Instant> seen = moment.prompt() ? Optional.of(moment.wall()) : Optional.empty();
        return new Start(taint, earliest(taint, moment), seen, moment.now());
    }

    private Instant earliest(Taint taint, Moment moment) {
        Instant early = moment.wall();
        Instant said = taint.timeAdded().map(t -> t.plus(WRITTEN_PRECISION)).orElse(early);
        early = said.isBefore(early) ? said : early;
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
        starts.replaceAll((_, start) -> {
            if (start.seen().isEmpty() && moment.prompt()) {
                return start.withSeen(Optional.of(moment.wall()), moment.now());
            }
            boolean unwritten =
                    !moment.prompt() && start.seenAt().plus(WRITTEN_DOWN).isAfter(moment.upToDateAt());
            return unwritten ? start.withSeen(Optional.empty(), start.seenAt()) : start;
        });
    }

    private static String partner(String key) {
        return switch (key) {
            case WellKnownTaints.NOT_READY -> WellKnownTaints.UNREACHABLE;
            case WellKnownTaints.UNREACHABLE -> WellKnownTaints.NOT_READY;
            default -> "";
        };
    }
}
