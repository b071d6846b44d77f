package dev.tenure.checks.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

final class PageOutputTest {
    private static boolean matches(String expected, String printed) {
        return PageOutput.matches(expected.lines().toList(), printed.lines().toList());
    }

    @Test
    void whatIsDifferentAtEveryRunDoesNotCount() {
        assertThat(matches("web-7957885594-82987   1/1   5s", "web-abc8885594-x2xyz  1/1  17m"))
                .isTrue();
        assertThat(matches("a  k:NoExecute  4s ago", "a  k:NoExecute  1m2s ago"))
                .isTrue();
    }

    @Test
    void everythingElseDoes() {
        assertThat(matches("a  k:NoExecute  4s ago", "a  l:NoExecute  4s ago")).isFalse();
        assertThat(matches("a", "")).isFalse();
        assertThat(matches("a", "a\nb")).isFalse();
        assertThat(PageOutput.matches(List.of(), List.of("b"))).isFalse();
        assertThat(matches("node-1", "node-2")).isFalse();
    }

    @Test
    void dotsStandForAnyLines() {
        assertThat(matches("...", "")).isTrue();
        assertThat(matches("a\n...\nd", "a\nb\nc\nd")).isTrue();
        assertThat(matches("a\n...\nd", "a\nb\nc")).isFalse();
    }
}
