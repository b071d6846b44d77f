package dev.tenure.cli.print;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class WrapRuleTest {
    @Test
    void aSentenceIsDividedBetweenWords() {
        assertThat(WrapRule.lines("one two three", 13)).containsExactly("one two three");
        assertThat(WrapRule.lines("one two three", 12)).containsExactly("one two", "three");
        assertThat(WrapRule.lines("one two three", 7)).containsExactly("one two", "three");
        assertThat(WrapRule.lines("", 7)).containsExactly("");
    }

    @Test
    void aNameIsDividedBehindItsParts() {
        assertThat(WrapRule.lines("example.com/sla=gold:NoExecute", 24))
                .containsExactly("example.com/sla=gold:", "NoExecute");
        assertThat(WrapRule.lines("abcdef", 4)).containsExactly("abcd", "ef");
    }

    @Test
    void noLetterIsLeftOutHoweverNarrowItIs() {
        String text = "default/web-0 on node-1: taint example.com/sla=gold:NoExecute is not tolerated";
        for (int width = 1; width <= text.length(); width++) {
            List<String> lines = WrapRule.lines(text, width);
            assertThat(String.join("", lines).replace(" ", "")).isEqualTo(text.replace(" ", ""));
            int most = width;
            assertThat(lines).allSatisfy(line -> assertThat(line).hasSizeLessThanOrEqualTo(most));
        }
    }

    @Test
    void aLongLineGoesOnBelow() {
        assertThat(WrapRule.hanging("! one two three four five six", new Screen(22)))
                .isEqualTo("! one two three four\n  five six");
        assertThat(WrapRule.hanging("! one two three four five six", Screen.ENDLESS))
                .isEqualTo("! one two three four five six");
    }
}
