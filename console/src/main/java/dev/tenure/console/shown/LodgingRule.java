package dev.tenure.console.shown;

import dev.tenure.model.core.Stay;
import dev.tenure.model.core.Taint;
import dev.tenure.model.core.TaintEffect;
import dev.tenure.model.core.Toleration;
import dev.tenure.rules.taint.TolerationRule;
import java.util.List;
import java.util.Optional;

/// What a set of taints means for pods with certain tolerations: may they stay, may they come. The strictest
/// of what the single taints mean for pods that are there counts, and of several stays the shortest. Pure.
/// Upstream: the scheduler's TaintToleration and taint_eviction.go.
public final class LodgingRule {
    private LodgingRule() {}

    /// From the mildest to the strictest.
    public sealed interface Lodging {
        /// Pods are placed, and stay.
        record Places() implements Lodging {}

        /// Placed only where nothing better is to be had.
        record Avoids(Taint taint) implements Lodging {}

        /// Not placed; those that are there stay.
        record Refuses(Taint taint) implements Lodging {}

        /// Gone after that time.
        ///
        /// @param refusing the taint that keeps new ones off; empty when they are placed too
        record LeavesAfter(Taint taint, Toleration toleration, long seconds, Optional<Taint> refusing)
                implements Lodging {}

        /// Not placed; those that are there leave.
        record LeavesAtOnce(Taint taint) implements Lodging {}
    }

    public static Lodging decide(List<Taint> taints, List<Toleration> tolerations) {
        Lodging strictest = new Lodging.Places();
        Optional<Taint> refusing = Optional.empty();
        for (Taint taint : taints) {
            Lodging one = decide(taint, tolerations);
            if (one instanceof Lodging.Refuses && refusing.isEmpty()) {
                refusing = Optional.of(taint);
            }
            if (rank(one) > rank(strictest) || shorter(one, strictest)) {
                strictest = one;
            }
        }
        return strictest instanceof Lodging.LeavesAfter(Taint taint, Toleration toleration, long seconds, var _)
                ? new Lodging.LeavesAfter(taint, toleration, seconds, refusing)
                : strictest;
    }

    /// What one taint means alone.
    public static Lodging decide(Taint taint, List<Toleration> tolerations) {
        Optional<Toleration> consent = TolerationRule.firstConsent(tolerations, taint, false);
        if (consent.isEmpty()) {
            return switch (taint.effect()) {
                case NO_EXECUTE -> new Lodging.LeavesAtOnce(taint);
                case NO_SCHEDULE -> new Lodging.Refuses(taint);
                case PREFER_NO_SCHEDULE -> new Lodging.Avoids(taint);
            };
        }
        if (taint.effect() == TaintEffect.NO_EXECUTE && consent.get().stay() instanceof Stay.AtMost(long seconds)) {
            return seconds <= 0
                    ? new Lodging.LeavesAtOnce(taint)
                    : new Lodging.LeavesAfter(taint, consent.get(), seconds, Optional.empty());
        }
        return new Lodging.Places();
    }

    private static boolean shorter(Lodging one, Lodging other) {
        return one instanceof Lodging.LeavesAfter(var _, var _, long seconds, var _)
                && other instanceof Lodging.LeavesAfter(var _, var _, long known, var _)
                && seconds < known;
    }

    private static int rank(Lodging lodging) {
        return switch (lodging) {
            case Lodging.Places _ -> 0;
            case Lodging.Avoids _ -> 1;
            case Lodging.Refuses _ -> 2;
            case Lodging.LeavesAfter _ -> 3;
            case Lodging.LeavesAtOnce _ -> 4;
        };
    }

    /// The word by which pages know it.
    static String word(Lodging lodging) {
        return switch (lodging) {
            case Lodging.Places _ -> "places";
            case Lodging.Avoids _ -> "avoids";
            case Lodging.LeavesAfter _ -> "leaves-after";
            case Lodging.Refuses _ -> "refuses";
            case Lodging.LeavesAtOnce _ -> "leaves-at-once";
        };
    }
}
