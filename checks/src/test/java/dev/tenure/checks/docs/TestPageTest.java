package dev.tenure.checks.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/// The page about JUnit shows a test that is one of ours, word for word, so that it compiles and passes.
class TestPageTest {
    @Test
    void theTestOfThePageIsPlayed() throws IOException {
        String page = Files.readString(Path.of("../docs/junit.md"));
        String source = Files.readString(Path.of("src/test/java/dev/tenure/checks/docs/StayOfAPodTest.java"));

        assertThat(page)
                .contains(source.substring(source.indexOf("import static")).strip());
    }
}
