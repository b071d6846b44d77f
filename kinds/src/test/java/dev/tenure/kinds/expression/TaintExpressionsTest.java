package dev.tenure.kinds.expression;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.model.core.Taint;
import dev.tenure.model.core.TaintEffect;
import dev.tenure.rules.taint.TaintMatcher;
import dev.tenure.rules.taint.TaintMatcher.Answer;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TaintExpressionsTest {
    private static final TaintMatcher MATCHER = TaintExpressions.matcher();
    private static final Taint SLA = new Taint("example.com/sla", "960", TaintEffect.NO_EXECUTE);
    private static final Taint BARE = new Taint("dedicated", "", TaintEffect.NO_SCHEDULE);

    @ParameterizedTest
    @ValueSource(
            strings = {
                "taint.key == 'example.com/sla'",
                "taint.key.startsWith('example.com/') && taint.effect == 'NoExecute'",
                "int(taint.value) > 950",
                "taint.key.matches('^example[.]com/(sla|slo)$')",
                "taint.key in ['example.com/sla', 'b']",
                "['example.com/', 'other.org/'].exists(p, taint.key.startsWith(p))",
                "quantity(taint.value).isGreaterThan(quantity('950'))",
                "taint.key.split('/')[1] == 'sla'",
                "has(taint.value) && taint.value != ''",
                "cel.bind(v, taint.value, v == '960' || v == '961')"
            })
    void whatMatches(String expression) {
        assertThat(MATCHER.fault(expression)).isEmpty();
        assertThat(MATCHER.matches(expression, SLA)).isEqualTo(new Answer.Fits(true));
    }

    @ParameterizedTest
    @ValueSource(strings = {"taint.effect == 'NoExecute'", "taint.value != ''", "taint.key.endsWith('sla')", "false"})
    void whatDoesNotMatch(String expression) {
        assertThat(MATCHER.fault(expression)).isEmpty();
        assertThat(MATCHER.matches(expression, BARE)).isEqualTo(new Answer.Fits(false));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "taint.kye == 'a' | compilation failed: ERROR: <input>:1:6: undefined field 'kye'",
                "taint.timeAdded != '' | compilation failed: ERROR: <input>:1:6: undefined field 'timeAdded'",
                "pod.labels == {} | compilation failed: ERROR: <input>:1:1: undeclared reference to 'pod' (in container '')",
                "dyn(taint.value) | must evaluate to bool or the unknown type, not dyn",
                "taint.key | must evaluate to bool or the unknown type, not string",
                "taint.value > 950 | compilation failed: ERROR: <input>:1:13: found no matching overload for '_>_' applied to '(string, int)'",
                "taint.key.matches('(') | compilation failed: ERROR: <input>:1:19: invalid matches argument",
                "taint.key == | compilation failed: ERROR: <input>:1:13: Syntax error: mismatched input '<EOF>' expecting"
            })
    void whatIsNoGoodExpressionIsSaidInOneLine(String expression, String fault) {
        assertThat(MATCHER.fault(expression))
                .hasValueSatisfying(text -> assertThat(text).contains(fault).doesNotContain("\n"));
        assertThat(MATCHER.matches(expression, SLA))
                .isInstanceOfSatisfying(
                        Answer.Failed.class, failed -> assertThat(failed.why()).contains(fault));
    }

    @Test
    void whatFailsOnOneTaintIsAnsweredOfAnother() {
        String expression = "int(taint.value) > 950";
        assertThat(MATCHER.matches(expression, BARE))
                .isInstanceOfSatisfying(
                        Answer.Failed.class,
                        failed -> assertThat(failed.why()).isEqualTo("type conversion error from 'string' to 'int'"));
        assertThat(MATCHER.matches(expression, SLA)).isEqualTo(new Answer.Fits(true));
    }

    @Test
    void whenATaintCameDoesNotCount() {
        Taint older = SLA.withTimeAdded(Instant.parse("2026-01-01T00:00:00Z"));
        assertThat(MATCHER.matches("taint.value == '960'", older)).isEqualTo(new Answer.Fits(true));
    }

    /// Of 1,024 characters, as the definition lets an expression have.
    @Test
    void whatMayCostTooMuchIsRefusedBeforeItRuns() {
        String list = "[" + String.join(",", Collections.nCopies(40, "1")) + "]";
        String dear = "%s.all(a, %s.all(b, %s.all(c, %s.all(d, a + b + c + d > 0))))".formatted(list, list, list, list);
        assertThat(dear).hasSizeLessThan(1_024);
        assertThat(MATCHER.fault(dear))
                .hasValueSatisfying(text -> assertThat(text).matches("may cost [0-9]+, which is more than 100000"));
        assertThat(MATCHER.matches(dear, SLA)).isInstanceOf(Answer.Failed.class);
        for (String fine : List.of("%s.all(a, %s.all(b, a + b > 0))".formatted(list, list))) {
            assertThat(MATCHER.fault(fine)).isEmpty();
        }
    }
}
