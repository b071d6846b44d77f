package dev.tenure.apiserver.registry.field;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Expressions that would be compiled to programs without end are refused before that, others are not.
@Timeout(30)
final class GoPatternTest {
    /// Recorded with Go 1.26.
    @ParameterizedTest
    @CsvSource(
            delimiter = ' ',
            value = {
                "(a{1000}){1000} {1000}",
                "(a{100}){11} {11}",
                "((a{10}){10}){11} {11}",
                "(a{1000}|b){2} {2}",
                "(a{0,1000}){0,2} {0,2}",
                "(a{2,}){600} {600}",
                "((((a{9}){9}){9}){9}) {9}",
                "(?:a{100}){11}? {11}?",
                "(?P<n>[^]a-z{]{100}|\\p{Greek}){2,11} {2,11}",
                "(x\\Q){1\\Ea{300}){4,} {4,}",
                "(?i:[[:alpha:]]{501}){2} {2}"
            })
    void whatRepeatsTooOftenIsRefused(String expression, String count) {
        assertThat(GoPattern.fault(expression)).hasValue("error parsing regexp: invalid repeat count: `" + count + "`");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "(a{100}){10}",
                "(a*){1000}",
                "(a{0}){1000}",
                "((a{1000}){0}){7}",
                "(a{500}){2}b{1000}",
                "(?:(a{1000})|(b{1000})|c{1,}){1,}",
                "a{,1000}{x}{1000",
                "(?i)a{1000}",
                "[{1000}(]{1000}",
                "\\({1000}",
                "^(([a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?)(\\.[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?){0,4})$",
                ""
            })
    void othersAreTaken(String expression) {
        assertThat(GoPattern.fault(expression)).isEmpty();
    }

    @Test
    void longProgramsAndDeepGroupsAreRefused() {
        assertThat(GoPattern.fault("(a{1000})".repeat(21)).orElseThrow())
                .startsWith("error parsing regexp: expression too large: `(a{1000})(");
        assertThat(GoPattern.fault("(a{1000})".repeat(19))).isEmpty();
        assertThat(GoPattern.fault("(".repeat(1_001) + "a" + ")".repeat(1_001)).orElseThrow())
                .startsWith("error parsing regexp: expression nests too deeply: `((");
        assertThat(GoPattern.fault("(".repeat(900) + "a" + ")".repeat(900))).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"(", "(?:", "(?P<n>", "[", "[[:", "\\", "\\Q", "\\p{", "a{", "a{9,", ")", "*", "{9}"})
    void whatIsRepeatedAndNotWellFormedIsReadToItsEnd(String part) {
        assertThat(GoPattern.matches(part.repeat(50_000), "a")).isFalse();
    }
}
