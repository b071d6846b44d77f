package dev.tenure.checks.console;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.ForcedColors;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.parallel.ResourceLock;

/// The console with the colours that a reader's machine forces on every page (high contrast): backgrounds are
/// replaced there, and what tells states by colour still does.
@TestInstance(Lifecycle.PER_CLASS)
@ExtendWith(SharedConsole.class)
@ResourceLock(SharedConsole.LOCK)
final class ConsoleColoursTest {
    @SuppressWarnings("NullAway.Init")
    private BrowsedConsole console;

    @BeforeAll
    void take(BrowsedConsole shared) {
        console = shared;
    }

    @BeforeEach
    void force() {
        console.page().emulateMedia(new Page.EmulateMediaOptions().setForcedColors(ForcedColors.ACTIVE));
    }

    @AfterEach
    void letGo() {
        console.page().emulateMedia(new Page.EmulateMediaOptions().setForcedColors(ForcedColors.NONE));
        assertThat(console.complaints()).isEmpty();
    }

    /// The backgrounds of what a selector finds, or of what stands before it.
    private List<String> backgrounds(String selector, String pseudo) {
        console.page().locator(selector).first().waitFor();
        Object found = console.page().evaluate("""
                ([selector, pseudo]) => [...document.querySelectorAll(selector)]
                    .map(each => getComputedStyle(each, pseudo).backgroundColor)\
                """, List.of(selector, pseudo));
        return ((List<?>) found).stream().map(String::valueOf).toList();
    }

    @Test
    void statesKeepTheirColours() {
        console.open("", "Overview");
        assertThat(backgrounds(".legend .mark", "")).hasSizeGreaterThan(4).doesNotHaveDuplicates();
        assertThat(backgrounds(".legend .mark", "")).containsAll(backgrounds(".cell", ""));
        console.open("nodes", "Nodes");
        assertThat(backgrounds(".pill", "::before"))
                .isNotEmpty()
                .doesNotContainAnyElementsOf(backgrounds("main", ""))
                .doesNotContainAnyElementsOf(backgrounds("body", ""));
    }

    @Test
    void thePageThatIsShownIsMarkedInTheMenu() {
        console.open("nodes", "Nodes");
        assertThat(console.page().evaluate("""
                () => [...document.querySelectorAll('header nav a')]
                    .filter(each => parseFloat(getComputedStyle(each).borderBottomWidth) > 0)
                    .map(each => each.textContent.trim())\
                """)).isEqualTo(List.of("Nodes"));
    }
}
