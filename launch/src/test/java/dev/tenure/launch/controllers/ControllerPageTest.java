package dev.tenure.launch.controllers;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.controllers.ControllerCatalogue;
import dev.tenure.model.meta.ResourceType;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/// `docs/controllers.md` says what the catalogue says.
final class ControllerPageTest {
    @Test
    void theTableListsTheCatalogueInItsOrder() throws IOException {
        List<String> rows = Files.readAllLines(Path.of("..", "docs", "controllers.md")).stream()
                .filter(line -> line.matches("\\| [a-z]+-.*"))
                .toList();
        List<String> expected = ControllerCatalogue.all().stream()
                .map(entry -> "| %s | %s | %s |"
                        .formatted(
                                entry.name(),
                                entry.account(),
                                entry.needs().stream()
                                        .map(ResourceType::resource)
                                        .collect(Collectors.joining(", "))))
                .toList();
        assertThat(rows).isEqualTo(expected);
    }

    @Test
    void noTwoControllersShareAName() {
        assertThat(ControllerCatalogue.names()).doesNotHaveDuplicates();
    }
}
