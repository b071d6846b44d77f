package dev.tenure.rules.taint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenure.model.core.Taint;
import dev.tenure.model.core.TaintEffect;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class TaintPatternTest {
    private static final List<Taint> TAINTS = List.of(
            new Taint("a.b/k", "v", TaintEffect.NO_EXECUTE),
            new Taint("a.b/k", "v", TaintEffect.NO_SCHEDULE),
            new Taint("a.b/k", "", TaintEffect.NO_EXECUTE),
            new Taint("k", "v", TaintEffect.PREFER_NO_SCHEDULE));

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "a.b/k | 0 1 2",
                "a.b/k=v | 0 1",
                "a.b/k= | 2",
                "a.b/k:NoExecute | 0 2",
                "a.b/k=v:NoSchedule | 1",
                "a.b/k=:NoSchedule | ''",
                "k:PreferNoSchedule | 3",
                "none | ''"
            })
    void aPatternMatchesWhatItNames(String text, String expected) {
        TaintPattern pattern = TaintPattern.parse(text);

        var matched = new StringBuilder();
        for (int i = 0; i < TAINTS.size(); i++) {
            matched.append(pattern.matches(TAINTS.get(i)) ? i + " " : "");
        }
        assertThat(matched.toString().strip()).isEqualTo(expected);
        assertThat(pattern.toString()).isEqualTo(text);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "`` | names no taint",
                ":NoExecute | names no taint",
                "=v | names no taint",
                "k:Never | has the effect \"Never\": there are NoSchedule, PreferNoSchedule, NoExecute",
                "k: | has the effect \"\""
            })
    void whatNamesNoTaintIsRefused(String text, String because) {
        assertThatThrownBy(() -> TaintPattern.parse(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(because);
    }
}
