package dev.tenure.controllers.tainteviction.policy;

import dev.tenure.controllers.node.NodeLimit;
import dev.tenure.controllers.tainteviction.policy.EvictionHold.Reason;
import dev.tenure.controllers.tainteviction.policy.TaintEvictionPolicy.Budgets;
import dev.tenure.controllers.tainteviction.policy.TaintEvictionPolicy.Replacing;
import dev.tenure.controllers.tainteviction.replacement.Replacement;
import java.time.Duration;
import java.util.Optional;

/// Decides whether one policy lets a pod go that has to leave.
final class HoldRule {
    private HoldRule() {}

    /// What a decision depends on beside the policy.
    ///
    /// @param late how long ago the pod should have left
    /// @param stayed how long it has been under the taint
    /// @param tainted how many nodes have a taint that the policy is about
    /// @param nodes how many nodes there are
    /// @param turn whether a pod may leave now by the policy's pace
    /// @param replacement what the pod waits for where its replacement comes first
    /// @param refused what a disruption budget said when it was asked just now
    public record Situation(
            Duration late,
            Duration stayed,
            int tainted,
            int nodes,
            boolean turn,
            Replacement replacement,
            Optional<String> refused) {}

    /// What it decides.
    public sealed interface Verdict {
        /// The pod may go.
        ///
        /// @param asksBudgets whether disruption budgets have to be asked first
        record Go(boolean asksBudgets) implements Verdict {}

        /// It may not, for now.
        record Wait(EvictionHold hold) implements Verdict {}

        /// It may not before another pod stands ready in its place, which may be begun now.
        record Replace(EvictionHold hold) implements Verdict {}
    }

    public static Verdict decide(TaintEvictionPolicy policy, Situation situation) {
        if (policy.paused()) {
            return wait(policy, Reason.PAUSED, "paused", false);
        }
        Optional<NodeLimit> exceeded =
                policy.brake().filter(limit -> limit.exceeded(situation.tainted(), situation.nodes()));
        if (exceeded.isPresent()) {
            String message = "%d of %d nodes are tainted, more than %s"
                    .formatted(situation.tainted(), situation.nodes(), exceeded.get());
            return wait(policy, Reason.BRAKE, message, false);
        }
        Optional<Duration> least =
                policy.stays().min().filter(min -> situation.stayed().compareTo(min) < 0);
        if (least.isPresent()) {
            return wait(policy, Reason.STAY, least.get().toSeconds() + " s at least", true);
        }
        Optional<Verdict> replacement = replacement(policy, situation);
        if (replacement.isPresent()) {
            return replacement.get();
        }
        boolean asks = policy.budgets() instanceof Budgets.Asked
                && inTime(policy.budgets().deadline(), situation);
        if (asks && situation.refused().isPresent()) {
            return wait(
                    policy,
                    Reason.BUDGET,
                    situation.refused().get(),
                    policy.budgets().deadline().isPresent());
        }
        if (!situation.turn()) {
            String pace =
                    policy.podsPerMinute().map(count -> count + " a minute").orElse("in turn");
            return wait(policy, Reason.PACE, pace, true);
        }
        return new Verdict.Go(asks);
    }

    private static boolean inTime(Optional<Duration> deadline, Situation situation) {
        return deadline.filter(most -> situation.late().compareTo(most) >= 0).isEmpty();
    }

    private static Optional<Verdict> replacement(TaintEvictionPolicy policy, Situation situation) {
        if (!(policy.replacing() instanceof Replacing.First first) || !inTime(first.deadline(), situation)) {
            return Optional.empty();
        }
        boolean passes = first.deadline().isPresent();
        return switch (situation.replacement()) {
            case Replacement.Free _ -> Optional.empty();
            case Replacement.Wait(String message) -> Optional.of(wait(policy, Reason.REPLACEMENT, message, passes));
            case Replacement.Begin(String message) ->
                Optional.of(new Verdict.Replace(new EvictionHold(policy.name(), Reason.REPLACEMENT, message, passes)));
        };
    }

    private static Verdict wait(TaintEvictionPolicy policy, Reason reason, String message, boolean passes) {
        return new Verdict.Wait(new EvictionHold(policy.name(), reason, message, passes));
    }
}
