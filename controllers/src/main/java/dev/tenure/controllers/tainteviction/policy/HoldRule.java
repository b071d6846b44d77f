package dev.tenure.controllers.tainteviction.policy;

import dev.tenure.controllers.node.NodeLimit;
import dev.tenure.controllers.tainteviction.policy.EvictionHold.Reason;
import dev.tenure.controllers.tainteviction.policy.TaintEvictionPolicy.Budgets;
import java.time.Duration;
import java.util.Optional;

/// Decides whether one policy lets a pod go that has to leave.
public final class HoldRule {
    private HoldRule() {}

    /// What a decision depends on beside the policy.
    ///
    /// @param late how long ago the pod should have left
    /// @param stayed how long it has been under the taint
    /// @param tainted how many nodes have a taint that the policy is about
    /// @param nodes how many nodes there are
    /// @param turn whether a pod may leave now by the policy's pace
    /// @param refused what a disruption budget said when it was asked just now
    public record Situation(
            Duration late, Duration stayed, int tainted, int nodes, boolean turn, Optional<String> refused) {}

    /// What it decides.
    public sealed interface Verdict {
        /// The pod may go.
        ///
        /// @param asksBudgets whether disruption budgets have to be asked first
        record Go(boolean asksBudgets) implements Verdict {}

        /// It may not, for now.
        record Wait(EvictionHold hold) implements Verdict {}
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
        boolean asks = policy.budgets() instanceof Budgets.Asked
                && policy.budgets()
                        .deadline()
                        .filter(most -> situation.late().compareTo(most) >= 0)
                        .isEmpty();
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

    private static Verdict wait(TaintEvictionPolicy policy, Reason reason, String message, boolean passes) {
        return new Verdict.Wait(new EvictionHold(policy.name(), reason, message, passes));
    }
}
