package dev.tenure.checks.golden;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.checks.golden.suite.KnownFailures;
import dev.tenure.checks.golden.suite.Suite;
import dev.tenure.checks.golden.suite.SuiteResult;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/// Replays a suite and holds it against the list of its cases that do not pass yet, which can only
/// shrink. Exchanges are replayed on real time, so what is complained about must show in two replays.
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
        KnownFailures known = KnownFailures.read(KNOWN, suite.name());
        List<String> complaints = known.complaints(result);
        if (!complaints.isEmpty()) {
            Set<String> again = known.complaints(suite.replay(GOLDEN)).stream()
                    .map(Ratchet::about)
                    .collect(Collectors.toSet());
            complaints = complaints.stream()
                    .filter(complaint -> again.contains(about(complaint)))
                    .toList();
        }
        assertThat(complaints).isEmpty();
    }

    /// A complaint without the difference that was found, which may hold what is random.
    private static String about(String complaint) {
        String[] parts = complaint.split(": ", 3);
        return parts[0] + (parts.length > 1 ? ": " + parts[1] : "");
    }
}
