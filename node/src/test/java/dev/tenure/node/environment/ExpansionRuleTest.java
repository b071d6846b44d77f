package dev.tenure.node.environment;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ExpansionRuleTest {
    @ParameterizedTest
    @CsvSource({
        "$(A), one",
        "a$(A)b$(B)c, aonebtwoc",
        "$$(A), $(A)",
        "$$$(A), $one",
        "$(C), $(C)",
        "$, $",
        "$(A, $(A",
        "$x, $x"
    })
    void variablesAreReplaced(String text, String expanded) {
        assertThat(ExpansionRule.expand(text, Map.of("A", "one", "B", "two"))).isEqualTo(expanded);
    }
}
