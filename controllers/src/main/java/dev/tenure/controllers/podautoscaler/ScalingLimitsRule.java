package dev.tenure.controllers.podautoscaler;

import dev.tenure.controllers.podautoscaler.ScaleHistory.Entry;
import dev.tenure.model.quantity.GoConversion;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/// How far a size may follow what its metrics ask for: recommendations of the recent past hold it back, then
/// the pace that is allowed, then its bounds. Upstream: horizontal.go (normalizeDesiredReplicas,
/// normalizeDesiredReplicasWithBehaviors and what these call).
final class ScalingLimitsRule {
    private static final int FACTOR_MAX = 2;
    private static final int ALWAYS_MAX = 4;
    private static final double PERCENT = 100;

    private static final String RATE_UP = "the desired replica count is increasing faster than the maximum scale rate";
    private static final String RATE_DOWN =
            "the desired replica count is decreasing faster than the maximum scale rate";
    private static final String TOO_MANY = "the desired replica count is more than the maximum replica count";
    private static final String TOO_FEW = "the desired replica count is less than the minimum replica count";

    /// What is to be held within limits.
    ///
    /// @param present replicas that the target is set to have
    /// @param wanted what metrics ask for
    /// @param now by the clock of the history
    record Wish(Autoscaler autoscaler, int present, int wanted, AutoscalerSettings settings, Instant now) {}

    /// Why the size is as it is, as a condition tells it.
    record Word(String reason, String message) {}

    /// @param replicas that the target gets
    /// @param able what the condition AbleToScale says
    /// @param limited whether a limit counts, which the condition ScalingLimited says
    /// @param limit in which words
    /// @param history with what metrics ask for now
    record Limits(int replicas, Word able, boolean limited, Word limit, ScaleHistory history) {}

    private record Stabilized(int replicas, Word word, ScaleHistory history) {}

    private record Bounded(int replicas, Word word) {}

    private ScalingLimitsRule() {}

    static Limits limits(Wish wish, ScaleHistory history) {
        Stabilized stable;
        Bounded bounded;
        if (wish.autoscaler().behavior().isPresent()) {
            Autoscaler.Behavior behavior = wish.autoscaler().behavior().get();
            stable = stabilized(wish, behavior, history);
            bounded = bounded(wish, stable.replicas(), behavior, history);
        } else {
            stable = stabilized(wish, history);
            bounded = bounded(wish, stable.replicas());
        }
        Word able = stable.replicas() == wish.wanted()
                ? new Word("ReadyForNewScale", "recommended size matches current size")
                : stable.word();
        return new Limits(
                bounded.replicas(), able, bounded.replicas() != stable.replicas(), bounded.word(), stable.history());
    }

    /// The highest recommendation of the time that all autoscalers have in common.
    private static Stabilized stabilized(Wish wish, ScaleHistory history) {
        Instant since = wish.now().minus(wish.settings().downscaleStabilization());
        int most = wish.wanted();
        for (Entry entry : history.recommendations()) {
            if (!entry.at().isBefore(since)) {
                most = Math.max(most, entry.replicas());
            }
        }
        return new Stabilized(most, heldUp(), history.recommending(wish.wanted(), since, wish.now()));
    }

    /// No lower than the highest recommendation of the one time, and no higher than the lowest of the other.
    private static Stabilized stabilized(Wish wish, Autoscaler.Behavior behavior, ScaleHistory history) {
        Instant upSince = wish.now().minus(behavior.up().stabilization().orElse(Duration.ZERO));
        Instant downSince = wish.now()
                .minus(behavior.down().stabilization().orElse(wish.settings().downscaleStabilization()));
        int least = wish.wanted();
        int most = wish.wanted();
        for (Entry entry : history.recommendations()) {
            if (entry.at().isAfter(upSince)) {
                least = Math.min(least, entry.replicas());
            }
            if (entry.at().isAfter(downSince)) {
                most = Math.max(most, entry.replicas());
            }
        }
        int replicas = Math.min(Math.max(wish.present(), least), most);
        Word word = wish.wanted() >= wish.present()
                ? new Word(
                        "ScaleUpStabilized",
                        "recent recommendations were lower than current one, applying the lowest recent recommendation")
                : heldUp();
        Instant before = upSince.isBefore(downSince) ? upSince : downSince;
        return new Stabilized(replicas, word, history.recommending(wish.wanted(), before, wish.now()));
    }

    private static Word heldUp() {
        return new Word(
                "ScaleDownStabilized",
                "recent recommendations were higher than current one, applying the highest recent recommendation");
    }

    /// Where nothing is said of a pace, a size at most doubles, or comes to four.
    private static Bounded bounded(Wish wish, int wanted) {
        int most = wish.autoscaler().replicasMax();
        int least = wish.autoscaler().replicasMin();
        int pace = GoConversion.toInt32(Math.max((double) FACTOR_MAX * wish.present(), ALWAYS_MAX));
        if (wanted < least) {
            return new Bounded(least, new Word("TooFewReplicas", TOO_FEW));
        }
        if (wanted > Math.min(most, pace)) {
            return most > pace
                    ? new Bounded(pace, new Word("ScaleUpLimit", RATE_UP))
                    : new Bounded(most, new Word("TooManyReplicas", TOO_MANY));
        }
        return within(wanted);
    }

    private static Bounded bounded(Wish wish, int wanted, Autoscaler.Behavior behavior, ScaleHistory history) {
        if (wanted > wish.present()) {
            int most = wish.autoscaler().replicasMax();
            int pace = Math.max(pace(wish, behavior.up(), history, true), wish.present());
            if (wanted > Math.min(most, pace)) {
                return most > pace
                        ? new Bounded(pace, new Word("ScaleUpLimit", RATE_UP))
                        : new Bounded(most, new Word("TooManyReplicas", TOO_MANY));
            }
        } else if (wanted < wish.present()) {
            int least = wish.autoscaler().replicasMin();
            int pace = Math.min(pace(wish, behavior.down(), history, false), wish.present());
            if (wanted < Math.max(least, pace)) {
                return least < pace
                        ? new Bounded(pace, new Word("ScaleDownLimit", RATE_DOWN))
                        : new Bounded(least, new Word("TooFewReplicas", TOO_FEW));
            }
        }
        return within(wanted);
    }

    private static Bounded within(int wanted) {
        return new Bounded(wanted, new Word("DesiredWithinRange", "the desired count is within the acceptable range"));
    }

    /// The size that policies allow at most, or at least. Without a policy it is the end of the integers.
    private static int pace(Wish wish, Autoscaler.Rules rules, ScaleHistory history, boolean up) {
        if (rules.select() == Autoscaler.Select.NONE) {
            return wish.present();
        }
        boolean highest = up == (rules.select() == Autoscaler.Select.MOST);
        int pace = highest ? Integer.MIN_VALUE : Integer.MAX_VALUE;
        for (Autoscaler.Policy policy : rules.policies()) {
            int allowed = allowed(wish, policy, history, up);
            pace = highest ? Math.max(pace, allowed) : Math.min(pace, allowed);
        }
        return pace;
    }

    private static int allowed(Wish wish, Autoscaler.Policy policy, ScaleHistory history, boolean up) {
        int begin = begin(wish, policy.period(), history.added(), history.removed());
        if (!policy.percent()) {
            return up ? begin + policy.value() : begin - policy.value();
        }
        double share = policy.value() / PERCENT;
        return up ? GoConversion.toInt32(Math.ceil(begin * (1 + share))) : GoConversion.toInt32(begin * (1 - share));
    }

    /// The size when the period began.
    private static int begin(Wish wish, Duration period, List<Entry> added, List<Entry> removed) {
        return wish.present()
                - ScaleHistory.changed(added, period, wish.now())
                + ScaleHistory.changed(removed, period, wish.now());
    }
}
