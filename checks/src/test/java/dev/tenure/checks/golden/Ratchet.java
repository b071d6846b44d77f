package dev.tenure.checks.golden;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/// Replays a suite and holds it against the list of its cases that do not pass yet, which can only shrink.
final class Ratchet {
    private static final Path GOLDEN = Path.of("golden").toAbsolutePath();
    private static final Path KNOWN = Path.of("known").toAbsolutePath();
    private static final Path COUNTS = Path.of("target", "golden", "counts.txt");

    private Ratchet() {}

    static void hold(Suite suite) throws IOException {
        SuiteResult result = suite.replay(GOLDEN);
        Files.createDirectories(COUNTS.getParent());
        Files.writeString(
                COUNTS, "golden " + result.line() + "\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        assertThat(result.cases()).isNotEmpty();
        assertThat(KnownFailures.read(KNOWN, suite.name()).complaints(result)).isEmpty();
    }
}
