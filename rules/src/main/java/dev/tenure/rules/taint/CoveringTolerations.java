package dev.tenure.rules.taint;

import dev.tenure.model.core.Stay;
import dev.tenure.model.core.TaintEffect;
import dev.tenure.model.core.Toleration;
import dev.tenure.model.core.TolerationOperator;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/// Tolerations that are asked whether one of them covers another; to answer costs the same however many there
/// are. All that a toleration may be covered by has one of a few shapes, and of one shape the longest stay
/// covers most. Ordered by their texts, whose hashes users may choose. Used by one thread.
final class CoveringTolerations {
    private static final Comparator<Toleration> IN_ORDER = Comparator.comparing(Toleration::key)
            .thenComparing(Toleration::operator)
            .thenComparing(Toleration::value)
            .thenComparing(
                    toleration -> toleration.effect().map(TaintEffect::ordinal).orElse(-1));
    private static final Comparator<Toleration> IN_WHOLE =
            IN_ORDER.thenComparing(Toleration::stay, CoveringTolerations::compare);

    /// Of one shape the one with the longest stay, and the longest of those that differ from it.
    private record Longest(Toleration first, Optional<Toleration> second) {
        Longest with(Toleration more) {
            if (more.equals(first)) {
                return this;
            }
            if (isLonger(more.stay(), first.stay())) {
                return new Longest(more, Optional.of(first));
            }
            boolean known =
                    second.filter(other -> !isLonger(more.stay(), other.stay())).isPresent();
            return known ? this : new Longest(first, Optional.of(more));
        }

        Optional<Toleration> otherThan(Toleration one) {
            return first.equals(one) ? second : Optional.of(first);
        }
    }

    private final Set<Toleration> all = new TreeSet<>(IN_WHOLE);
    /// By a toleration that has the shape, whatever its stay.
    private final Map<Toleration, Longest> byShape = new TreeMap<>(IN_ORDER);

    static CoveringTolerations of(List<Toleration> tolerations) {
        var covering = new CoveringTolerations();
        tolerations.forEach(covering::add);
        return covering;
    }

    void add(Toleration toleration) {
        if (all.add(toleration)) {
            byShape.merge(
                    shape(toleration),
                    new Longest(toleration, Optional.empty()),
                    (known, more) -> known.with(more.first()));
        }
    }

    private static Toleration shape(Toleration toleration) {
        boolean any = toleration.operator() == TolerationOperator.EXISTS;
        return any ? exists(toleration.key(), toleration.effect()) : toleration;
    }

    /// The shape of what asks for no value.
    private static Toleration exists(String key, Optional<TaintEffect> effect) {
        return new Toleration(key, TolerationOperator.EXISTS, "", effect, Stay.forever());
    }

    /// Whether one of them covers `narrow`, be it that it is its equal.
    boolean cover(Toleration narrow) {
        return all.contains(narrow) || othersCover(narrow);
    }

    /// Whether one of them that differs from `narrow` covers it.
    boolean othersCover(Toleration narrow) {
        return coversWith(Optional.empty(), narrow) || coversWith(narrow.effect(), narrow);
    }

    private boolean coversWith(Optional<TaintEffect> effect, Toleration narrow) {
        return covers(exists("", effect), narrow)
                || covers(exists(narrow.key(), effect), narrow)
                || covers(asking(narrow, TolerationOperator.EQUAL, effect), narrow)
                || covers(asking(narrow, TolerationOperator.UNSPECIFIED, effect), narrow);
    }

    /// The shape of what asks for the same key and value.
    private static Toleration asking(Toleration narrow, TolerationOperator operator, Optional<TaintEffect> effect) {
        return new Toleration(narrow.key(), operator, narrow.value(), effect, Stay.forever());
    }

    private boolean covers(Toleration shape, Toleration narrow) {
        return Optional.ofNullable(byShape.get(shape))
                .flatMap(longest -> longest.otherThan(narrow))
                .filter(wide -> TolerationCoverRule.covers(wide, narrow))
                .isPresent();
    }

    private static boolean isLonger(Stay one, Stay other) {
        return compare(one, other) > 0;
    }

    private static int compare(Stay one, Stay other) {
        return switch (one) {
            case Stay.Forever _ -> other instanceof Stay.Forever ? 0 : 1;
            case Stay.AtMost(long seconds) ->
                switch (other) {
                    case Stay.Forever _ -> -1;
                    case Stay.AtMost(long others) -> Long.compare(seconds, others);
                };
        };
    }
}
