package dev.tenure.kinds.expression;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.kinds.expression.RequestExpressions.Given;
import dev.tenure.kinds.expression.RequestExpressions.Outcome;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// What a compiler is told of follows from what an expression calls; what upstream makes of some thousand
/// expressions is in ComparedExpressionsTest.
class CalledNamesTest {
    private static final Given ALL = new Given(true, true, false);

    private final RequestExpressions language = new RequestExpressions(true);

    @ParameterizedTest
    @ValueSource(
            strings = {
                "sets.contains(['a'], ['a']) && 'abc'.contains('b')",
                "[?optional.of('a')].size() == 1 && {?'k': optional.none()}.size() == 0",
                "params[?'a'].orValue('b') == 'b' || params.?a.hasValue()",
                "['a'].transformMap(i, v, {v: i}).size() == 1 && {'a': 1}.exists(k, v, v == 1)",
                "[3, 1].sort() == [1, 3] && [1, 2].indexOf(2) == 1 && 'abc'.indexOf('c') == 2",
                "ip('10.0.0.1').isLoopback() || cidr('10.0.0.0/8').containsIP('10.0.0.1') || ip.isCanonical('::1')",
                "'a b'.split(' ').join('-') == 'a-b' && '%s'.format(['x']) == 'x'",
                "authorizer.group('apps').resource('pods').check('get').allowed()",
                "quantity('1Gi').isGreaterThan(quantity('1Mi')) && semver('1.2.3').major() == 1",
                "duration('1h').getHours() == 1 && timestamp('2026-01-01T00:00:00Z').getFullYear() == 2026",
                "-1 + 2 * 3 % 4 / 5 - 6 < 7 ? !true : type(1) == int && dyn(1) in [1]",
                "has(object.spec) && [1, 2].map(x, x > 1, x + 1).all(x, x >= 3) && [1].exists_one(x, x == 1)"
            })
    void whatAnExpressionCallsIsThere(String expression) {
        assertThat(language.fault(expression, ALL, Outcome.FLAG)).isEmpty();
    }

    @Test
    void whatIsNotThereIsToldAsBefore() {
        assertThat(language.fault("lists.contains(1)", ALL, Outcome.FLAG)
                        .orElseThrow()
                        .text())
                .contains("undeclared reference to 'lists'");
        assertThat(language.fault("nothing(1)", ALL, Outcome.FLAG).orElseThrow().text())
                .contains("undeclared reference to 'nothing'");
        assertThat(language.fault("'a' + 1 == 2", ALL, Outcome.FLAG)
                        .orElseThrow()
                        .text())
                .contains("found no matching overload for '_+_' applied to '(string, int)'");
    }

    /// Checkers are kept for expressions that call the same, and variables come in between.
    @Test
    void variablesAreSeenByAllThatComeLaterAndByNoneBefore() {
        assertThat(language.fault("variables.one == 1", ALL, Outcome.FLAG)
                        .orElseThrow()
                        .text())
                .contains("undefined field 'one'");
        language.define("one", "1", ALL);
        assertThat(language.fault("variables.one == 1", ALL, Outcome.FLAG)).isEmpty();
        assertThat(language.fault("variables.one == 'a'", ALL, Outcome.FLAG)).isPresent();
        language.define("one", "'a'", ALL);
        assertThat(language.fault("variables.one == 'a'", ALL, Outcome.FLAG)).isEmpty();
        assertThat(language.fault("variables.other == 'a'", ALL, Outcome.FLAG)).isPresent();
    }
}
