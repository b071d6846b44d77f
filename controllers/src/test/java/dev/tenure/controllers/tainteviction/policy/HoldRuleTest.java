package dev.tenure.controllers.tainteviction.policy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.controllers.node.NodeLimit;
import dev.tenure.controllers.tainteviction.policy.EvictionHold.Reason;
import dev.tenure.controllers.tainteviction.policy.HoldRule.Situation;
import dev.tenure.controllers.tainteviction.policy.HoldRule.Verdict;
import dev.tenure.controllers.tainteviction.policy.TaintEvictionPolicy.Budgets;
import dev.tenure.controllers.tainteviction.policy.TaintEvictionPolicy.Replacing;
import dev.tenure.controllers.tainteviction.policy.TaintEvictionPolicy.Stays;
import dev.tenure.controllers.tainteviction.replacement.Replacement;
import dev.tenure.model.core.TaintEffect;
import dev.tenure.model.core.Toleration;
import dev.tenure.model.meta.LabelSelector;
import dev.tenure.rules.taint.StandingChoice;
import dev.tenure.rules.taint.TaintChoice;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class HoldRuleTest {
    private static final TaintChoice TAINTS =
            TaintChoice.of(List.of(Toleration.exists("k", TaintEffect.NO_EXECUTE)), List.of());
    private static final Budgets FOR_EVER = new Budgets.Asked(Optional.empty());
    private static final Replacement BEGIN = new Replacement.Begin("one more");
    private static final Budgets A_MINUTE = new Budgets.Asked(Optional.of(Duration.ofMinutes(1)));

    private static TaintEvictionPolicy policy(Budgets budgets, Optional<NodeLimit> brake, boolean paused) {
        return policy(new Replacing.After(), budgets, brake, paused);
    }

    private static TaintEvictionPolicy policy(
            Replacing replacing, Budgets budgets, Optional<NodeLimit> brake, boolean paused) {
        return new TaintEvictionPolicy(
                "p",
                TAINTS,
                LabelSelector.EVERYTHING,
                Set.of(),
                new StandingChoice(TAINTS, Set.of(), Set.of()),
                new Stays(Optional.of(Duration.ofSeconds(20)), OptionalLong.empty(), Optional.empty()),
                replacing,
                budgets,
                Optional.of(30),
                brake,
                paused);
    }

    private static Situation situation(int late, boolean turn, String refused) {
        return situation(late, turn, new Replacement.Free(), refused);
    }

    private static Situation situation(int late, boolean turn, Replacement replacement, String refused) {
        return new Situation(
                Duration.ofSeconds(late),
                Duration.ofSeconds(20),
                3,
                10,
                turn,
                replacement,
                Optional.of(refused).filter(text -> !text.isEmpty()));
    }

    /// What comes first in the list of reasons holds.
    @ParameterizedTest
    @CsvSource(
            nullValues = "none",
            value = {
                "true,  2, true,  none, PAUSED",
                "true,  5, false, no,   PAUSED",
                "false, 2, true,  no,   BRAKE",
                "false, 3, true,  no,   BUDGET",
                "false, 3, false, no,   BUDGET",
                "false, 3, false, none, PACE",
                "false, 3, true,  none, none"
            })
    void theFirstReasonHolds(boolean paused, int most, boolean turn, String refused, Reason reason) {
        TaintEvictionPolicy policy = policy(FOR_EVER, Optional.of(new NodeLimit.Count(most)), paused);
        Verdict verdict = HoldRule.decide(policy, situation(0, turn, refused == null ? "" : refused));
        if (reason == null) {
            assertThat(verdict).isEqualTo(new Verdict.Go(true));
        } else {
            assertThat(verdict)
                    .isInstanceOfSatisfying(
                            Verdict.Wait.class,
                            wait -> assertThat(wait.hold().reason()).isEqualTo(reason));
        }
    }

    @Test
    void beforeTheLeastStayIsOverNothingElseIsAsked() {
        TaintEvictionPolicy policy = policy(FOR_EVER, Optional.of(new NodeLimit.Count(3)), false);
        var early =
                new Situation(Duration.ofHours(1), Duration.ofMillis(19_999), 3, 10, false, BEGIN, Optional.of("no"));
        assertThat(HoldRule.decide(policy, early))
                .isEqualTo(new Verdict.Wait(new EvictionHold("p", Reason.STAY, "20 s at least", true)));
    }

    @Test
    void afterTheDeadlineBudgetsAreNotAsked() {
        TaintEvictionPolicy policy = policy(A_MINUTE, Optional.empty(), false);
        assertThat(HoldRule.decide(policy, situation(59, true, ""))).isEqualTo(new Verdict.Go(true));
        assertThat(HoldRule.decide(policy, situation(60, true, "no"))).isEqualTo(new Verdict.Go(false));
        assertThat(HoldRule.decide(policy, situation(60, false, "no")))
                .isEqualTo(new Verdict.Wait(new EvictionHold("p", Reason.PACE, "30 a minute", true)));
    }

    @Test
    void aRefusalPassesWhereThereIsADeadline() {
        assertThat(HoldRule.decide(policy(A_MINUTE, Optional.empty(), false), situation(1, true, "no")))
                .isEqualTo(new Verdict.Wait(new EvictionHold("p", Reason.BUDGET, "no", true)));
        assertThat(HoldRule.decide(policy(FOR_EVER, Optional.empty(), false), situation(1, true, "no")))
                .isEqualTo(new Verdict.Wait(new EvictionHold("p", Reason.BUDGET, "no", false)));
    }

    private static Verdict first(Optional<Duration> deadline, int late, Replacement replacement) {
        var policy = policy(new Replacing.First(deadline, Optional.empty()), FOR_EVER, Optional.empty(), false);
        return HoldRule.decide(policy, situation(late, false, replacement, "no"));
    }

    @Test
    void aReplacementIsBegunBeforeBudgetsAreAskedAndAfterThePause() {
        assertThat(first(Optional.empty(), 0, BEGIN))
                .isEqualTo(new Verdict.Replace(new EvictionHold("p", Reason.REPLACEMENT, "one more", false)));
        assertThat(first(Optional.empty(), 0, new Replacement.Wait("2 of 3")))
                .isEqualTo(new Verdict.Wait(new EvictionHold("p", Reason.REPLACEMENT, "2 of 3", false)));
        assertThat(first(Optional.empty(), 0, new Replacement.Free()))
                .isEqualTo(new Verdict.Wait(new EvictionHold("p", Reason.BUDGET, "no", false)));
        var paused = policy(new Replacing.First(Optional.empty(), Optional.empty()), FOR_EVER, Optional.empty(), true);
        assertThat(HoldRule.decide(paused, situation(0, true, BEGIN, "")))
                .isEqualTo(new Verdict.Wait(new EvictionHold("p", Reason.PAUSED, "paused", false)));
    }

    @Test
    void afterTheDeadlineNoReplacementIsWaitedForOrBegun() {
        var minute = Optional.of(Duration.ofMinutes(1));
        assertThat(first(minute, 59, BEGIN))
                .isEqualTo(new Verdict.Replace(new EvictionHold("p", Reason.REPLACEMENT, "one more", true)));
        assertThat(first(minute, 60, BEGIN))
                .isEqualTo(new Verdict.Wait(new EvictionHold("p", Reason.BUDGET, "no", false)));
    }

    @Test
    void aPolicyThatDoesNotWantReplacementsFirstWaitsForNone() {
        assertThat(HoldRule.decide(
                        policy(FOR_EVER, Optional.empty(), false),
                        situation(0, true, new Replacement.Wait("2 of 3"), "")))
                .isEqualTo(new Verdict.Go(true));
    }

    @Test
    void budgetsThatAreIgnoredHoldNobody() {
        assertThat(HoldRule.decide(policy(new Budgets.Ignored(), Optional.empty(), false), situation(0, true, "no")))
                .isEqualTo(new Verdict.Go(false));
    }

    @ParameterizedTest
    @CsvSource({"3, 10, 30, false", "31, 100, 30, true", "1, 3, 33, true", "0, 0, 0, false", "1, 1, 100, false"})
    void aShareIsExceededByMoreThanIt(int tainted, int all, int percent, boolean exceeded) {
        assertThat(new NodeLimit.Share(percent).exceeded(tainted, all)).isEqualTo(exceeded);
    }

    @Test
    void holdsAreToldInOneLine() {
        assertThat(new EvictionHold("p", Reason.PAUSED, "paused", false)).hasToString("policy p is paused");
        assertThat(new EvictionHold("p", Reason.BRAKE, "3 of 10 nodes are tainted, more than 2", false))
                .hasToString("policy p, brake: 3 of 10 nodes are tainted, more than 2");
    }
}
