package dev.tenure.launch.controllers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

final class ControllerSelectionTest {
    private static final List<String> KNOWN = List.of("a-controller", "b-controller", "c-controller");

    private static List<String> selected(String flag) {
        ControllerSelection selection = ControllerSelection.parse(flag, KNOWN);
        return KNOWN.stream().filter(selection::includes).toList();
    }

    @Test
    void aStarIsAllAndNamesCountWithAndWithoutTheirEnding() {
        assertThat(selected("*")).isEqualTo(KNOWN);
        assertThat(selected("a,c-controller")).containsExactly("a-controller", "c-controller");
        assertThat(selected("*,-b")).containsExactly("a-controller", "c-controller");
        assertThat(selected("-b-controller, *")).containsExactly("a-controller", "c-controller");
        assertThat(selected("-a")).isEmpty();
    }

    @Test
    void whatComesFirstDecides() {
        assertThat(selected("a,-a")).containsExactly("a-controller");
        assertThat(selected("-a,a")).isEmpty();
    }

    @Test
    void anUnknownNameIsRefused() {
        assertThatThrownBy(() -> selected("x"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("\"x\" is not a controller; there are: *, a-controller, b-controller, c-controller");
    }
}
