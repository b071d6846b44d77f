package dev.tenure.rules.console;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.model.core.Stay;
import dev.tenure.model.core.TaintEffect;
import dev.tenure.model.core.Toleration;
import dev.tenure.model.core.TolerationOperator;
import dev.tenure.rules.console.TolerationFormRule.Verdict;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

/// The vectors O06 to O10 of the specification, and what they leave open.
class TolerationFormRuleTest {
    private static final OptionalLong NO_WINDOW = OptionalLong.empty();
    private static final Optional<TaintEffect> ALL = Optional.empty();

    private static TolerationForm form(String key, TolerationOperator operator, String value) {
        return new TolerationForm(key, operator, value, ALL, NO_WINDOW);
    }

    private static TolerationForm within(TolerationForm form, TaintEffect policy, long seconds) {
        return new TolerationForm(
                form.key(), form.operator(), form.value(), Optional.of(policy), OptionalLong.of(seconds));
    }

    private static void accepted(TolerationForm form, Toleration expected) {
        assertThat(TolerationFormRule.decide(form)).isEqualTo(new Verdict.Accepted(expected));
    }

    private static void refused(TolerationForm form, String field) {
        assertThat(TolerationFormRule.decide(form))
                .isInstanceOfSatisfying(
                        Verdict.Refused.class,
                        refused -> assertThat(refused.faults())
                                .extracting(TolerationFormRule.Fault::field)
                                .containsExactly(field));
    }

    @Test
    void o06EqualWithoutAValueMeansEveryValue() {
        accepted(
                form("k", TolerationOperator.EQUAL, ""),
                new Toleration("k", TolerationOperator.EXISTS, "", ALL, Stay.forever()));
    }

    @Test
    void o07ExistsWithoutAKeyMeansEverything() {
        accepted(
                form("", TolerationOperator.EXISTS, ""),
                new Toleration("", TolerationOperator.EXISTS, "", ALL, Stay.forever()));
    }

    @Test
    void o08AWindowNeedsThePolicyNoExecute() {
        refused(
                within(form("k", TolerationOperator.EQUAL, "v"), TaintEffect.NO_SCHEDULE, 60),
                "Toleration Time Window");
    }

    @Test
    void aWindowIsNotAllowedWithThePolicyAll() {
        var form = new TolerationForm("k", TolerationOperator.EXISTS, "", ALL, OptionalLong.of(60));
        refused(form, "Toleration Time Window");
    }

    @Test
    void o09EqualNeedsAKey() {
        refused(form("", TolerationOperator.EQUAL, "v"), "Taint key");
    }

    @Test
    void o10AWindowBecomesTolerationSeconds() {
        accepted(
                within(form("k", TolerationOperator.EQUAL, "v"), TaintEffect.NO_EXECUTE, 60),
                new Toleration(
                        "k", TolerationOperator.EQUAL, "v", Optional.of(TaintEffect.NO_EXECUTE), new Stay.AtMost(60)));
    }

    @Test
    void existsTakesNoValue() {
        refused(form("k", TolerationOperator.EXISTS, "v"), "Taint value");
    }

    @Test
    void theConsoleKnowsOnlyEqualAndExists() {
        refused(form("k", TolerationOperator.LT, "5"), "Operator");
    }
}
