package dev.tenure.rules.taint;

import dev.tenure.model.core.Taint;
import dev.tenure.model.core.TaintEffect;
import dev.tenure.model.core.Toleration;
import dev.tenure.model.core.TolerationOperator;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/// Whether tolerations match taints.
///
/// The operators Lt and Gt match only behind their feature gate `TaintTolerationComparisonOperators`; methods
/// without the parameter have it off, as clusters do by default. Upstream: toleration.go, helpers.go,
/// taints.go.
public final class TolerationRule {
    /// Taints that keep pods from being scheduled.
    public static final Set<TaintEffect> KEEPS_OFF = Set.of(TaintEffect.NO_SCHEDULE, TaintEffect.NO_EXECUTE);
    /// Taints that make running pods leave.
    public static final Set<TaintEffect> EVICTS = Set.of(TaintEffect.NO_EXECUTE);

    private TolerationRule() {}

    public static boolean tolerates(Toleration toleration, Taint taint) {
        return tolerates(toleration, taint, false);
    }

    /// @param comparisonOperators whether the gate of Lt and Gt is on
    public static boolean tolerates(Toleration toleration, Taint taint, boolean comparisonOperators) {
        if (toleration.effect().isPresent() && toleration.effect().get() != taint.effect()) {
            return false;
        }
        if (!toleration.key().isEmpty() && !toleration.key().equals(taint.key())) {
            return false;
        }
        return switch (toleration.operator()) {
            case UNSPECIFIED, EQUAL -> toleration.value().equals(taint.value());
            case EXISTS -> true;
            case LT, GT -> comparisonOperators && compares(toleration, taint);
            case UNKNOWN -> false;
        };
    }

    private static boolean compares(Toleration toleration, Taint taint) {
        OptionalLong bound = canonicalInteger(toleration.value());
        OptionalLong value = canonicalInteger(taint.value());
        if (bound.isEmpty() || value.isEmpty()) {
            return false;
        }
        return toleration.operator() == TolerationOperator.LT
                ? value.getAsLong() < bound.getAsLong()
                : value.getAsLong() > bound.getAsLong();
    }

    /// A whole number of 64 bits without a plus sign, leading zeros or `-0`.
    private static OptionalLong canonicalInteger(String text) {
        try {
            long value = Long.parseLong(text);
            return Long.toString(value).equals(text) ? OptionalLong.of(value) : OptionalLong.empty();
        } catch (NumberFormatException e) {
            return OptionalLong.empty();
        }
    }

    /// Whether one of the tolerations matches the taint.
    public static boolean anyTolerates(List<Toleration> tolerations, Taint taint) {
        return anyTolerates(tolerations, taint, false);
    }

    /// @param comparisonOperators whether the gate of Lt and Gt is on
    public static boolean anyTolerates(List<Toleration> tolerations, Taint taint, boolean comparisonOperators) {
        for (Toleration toleration : tolerations) {
            if (tolerates(toleration, taint, comparisonOperators)) {
                return true;
            }
        }
        return false;
    }

    /// The first taint, of those with one of `effects`, that no toleration matches.
    public static Optional<Taint> firstUntolerated(
            List<Taint> taints, List<Toleration> tolerations, Set<TaintEffect> effects) {
        return firstUntolerated(taints, tolerations, effects, false);
    }

    /// @param comparisonOperators whether the gate of Lt and Gt is on
    public static Optional<Taint> firstUntolerated(
            List<Taint> taints, List<Toleration> tolerations, Set<TaintEffect> effects, boolean comparisonOperators) {
        for (Taint taint : taints) {
            if (effects.contains(taint.effect()) && !anyTolerates(tolerations, taint, comparisonOperators)) {
                return Optional.of(taint);
            }
        }
        return Optional.empty();
    }

    /// The first of the tolerations that matches the taint: it alone says for how long.
    ///
    /// @param comparisonOperators whether the gate of Lt and Gt is on
    public static Optional<Toleration> firstConsent(
            List<Toleration> tolerations, Taint taint, boolean comparisonOperators) {
        return tolerations.stream()
                .filter(toleration -> tolerates(toleration, taint, comparisonOperators))
                .findFirst();
    }

    /// The list with `added` in the place of every toleration that consents to the same, or at the end.
    public static List<Toleration> addOrUpdate(List<Toleration> tolerations, Toleration added) {
        List<Toleration> changed = new ArrayList<>(tolerations);
        changed.replaceAll(each -> each.sameAs(added) ? added : each);
        if (!changed.contains(added)) {
            changed.add(added);
        }
        return changed;
    }
}
