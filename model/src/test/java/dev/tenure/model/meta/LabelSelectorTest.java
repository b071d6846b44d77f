package dev.tenure.model.meta;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class LabelSelectorTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            nullValues = "nothing",
            value = {
                "'' | ''",
                "a | a",
                "!a | !a",
                "a=b | a=b",
                "a==b | a=b",
                "a!=b | a!=b",
                "a= | a=",
                "a in (c,b) | a in (b,c)",
                "a notin (b) | a notin (b)",
                "a in () | a in ()",
                "a in (,) | a in ()",
                "a in (b,,) | a in (,b)",
                "a>1,b<2 | a>1,b<2",
                "b=1, a=2 | a=2,b=1",
                "in in (in,notin) | in in (in,notin)",
                "x.y/z=1 | x.y/z=1"
            })
    void aSelectorIsReadAndWritten(String text, String written) {
        assertThat(LabelSelector.parse(text)).hasToString(written);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "a>x | unable to parse requirement: values[0]: Invalid value: \"x\": for 'Gt', 'Lt' operators, the value must be an integer",
                "a=b=c | found '=', expected: ',' or 'end of string'",
                "(a) | found '(', expected: !, identifier, or 'end of string'",
                "a in (1 | unable to parse requirement: found '', expected: ',' or ')'",
                "a in | unable to parse requirement: found '' expected: '('",
                "a in ( | unable to parse requirement: found '', expected: ',', ')' or identifier",
                "=1 | found '=', expected: !, identifier, or 'end of string'",
                "a b | unable to parse requirement: found 'b', expected: in, notin, =, ==, !=, gt, lt",
                "a=b c | found 'c', expected: ',' or 'end of string'",
                "a, | found '', expected: identifier after ','",
                "! | unable to parse requirement: found '', expected: identifier",
                "/a | unable to parse requirement: <nil>: Invalid value: \"/a\": prefix part must be non-empty"
            })
    void aWrongSelectorIsRefusedInUpstreamsWords(String text, String message) {
        assertThatThrownBy(() -> LabelSelector.parse(text))
                .isInstanceOf(SelectorSyntaxException.class)
                .hasMessage(message);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "a | true",
                "!a | false",
                "z | false",
                "!z | true",
                "a=1 | true",
                "a=2 | false",
                "z=1 | false",
                "a!=1 | false",
                "a!=2 | true",
                "z!=1 | true",
                "a in (1,2) | true",
                "a in (2) | false",
                "z in () | false",
                "a notin (2) | true",
                "a notin (1) | false",
                "z notin (1) | true",
                "a>0 | true",
                "a>1 | false",
                "a<2 | true",
                "a<1 | false",
                "b>0 | false",
                "b<0 | false",
                "z<1 | false",
                "a=1,b=x | true",
                "a=1,b=y | false"
            })
    void everyOperatorIsAppliedToPresentAndAbsentLabels(String text, boolean matches) {
        assertThat(LabelSelector.parse(text).matches(Map.of("a", "1", "b", "x")))
                .isEqualTo(matches);
    }

    @Test
    void theOneValueThatALabelMustHaveIsKnown() {
        assertThat(LabelSelector.parse("a=1,b in (2)").exactly("b")).contains("2");
        assertThat(LabelSelector.parse("a=1,b in (2,3)").exactly("b")).isEmpty();
        assertThat(LabelSelector.parse("a!=1").exactly("a")).isEmpty();
    }
}
