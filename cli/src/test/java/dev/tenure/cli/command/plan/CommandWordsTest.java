package dev.tenure.cli.command.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class CommandWordsTest {
    @Test
    void aLineIsSplitAsAShellSplitsIt() {
        Map.of(
                        " drain  node-1\t--force ", List.of("drain", "node-1", "--force"),
                        "cordon -l 'zone in (a, b)'", List.of("cordon", "-l", "zone in (a, b)"),
                        "apply -f \"my file.yaml\"", List.of("apply", "-f", "my file.yaml"),
                        "apply -f my\\ file.yaml", List.of("apply", "-f", "my file.yaml"),
                        "a '' b\"c\"'d'", List.of("a", "", "bcd"),
                        "'a\\b' \"c\\\"d\"", List.of("a\\b", "c\"d"),
                        "", List.of())
                .forEach((line, words) ->
                        assertThat(CommandWords.split(line)).as(line).isEqualTo(words));
    }

    @Test
    void aQuotationThatIsNeverClosedIsRefused() {
        assertThatThrownBy(() -> CommandWords.split("drain -l 'a=b"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("' is never closed in: drain -l 'a=b");
    }

    @Test
    void aWordMayBeLong() {
        String word = "x".repeat(100_000);

        assertThat(CommandWords.split("annotate " + word + " \"" + word + "\""))
                .containsExactly("annotate", word, word);
    }
}
