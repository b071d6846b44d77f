package dev.tenure.runtime.io;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RotatedFileTest {
    @TempDir
    private Path folder;

    private Instant now = Instant.parse("2026-01-31T10:20:30.456Z");

    private RotatedFile open(long bytesMax, int olderMax) throws IOException {
        return new RotatedFile(
                folder.resolve("audit.log"), new RotatedFile.Limits(bytesMax, olderMax, Duration.ZERO), () -> now);
    }

    private static byte[] line(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private List<String> names() throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.map(file -> file.getFileName().toString()).sorted().toList();
        }
    }

    @Test
    void linesStandInOneFileThatOnlyItsOwnerReads() throws IOException {
        try (RotatedFile file = open(0, 0)) {
            assertThat(file.append(line("one"))).isEmpty();
        }
        try (RotatedFile file = open(0, 0)) {
            file.append(line("two"));
        }

        assertThat(folder.resolve("audit.log")).hasContent("one\ntwo\n");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(folder.resolve("audit.log"))))
                .isEqualTo("rw-------");
    }

    @Test
    void aFileThatIsTooLargeIsRenamedAfterTheMomentAndTheOldestGo() throws IOException {
        try (RotatedFile file = open(10, 2)) {
            for (int i = 0; i < 5; i++) {
                file.append(line("line-" + i));
                now = now.plusSeconds(1);
            }
        }

        assertThat(names())
                .containsExactly("audit-2026-01-31T10-20-33.456.log", "audit-2026-01-31T10-20-34.456.log", "audit.log");
        assertThat(folder.resolve("audit-2026-01-31T10-20-34.456.log")).hasContent("line-3\n");
        assertThat(folder.resolve("audit.log")).hasContent("line-4\n");
    }

    @Test
    void aLineThatCannotBeWrittenIsReportedOnce() throws IOException {
        try (RotatedFile file = open(10, 0)) {
            file.append(line("line-0"));
            Files.createDirectories(folder.resolve("audit-2026-01-31T10-20-30.456.log/full"));

            assertThat(file.append(line("line-1"))).isPresent();
            assertThat(file.append(line("line-2"))).isEmpty();
            now = now.plusSeconds(1);
            assertThat(file.append(line("line-3"))).isEmpty();
        }
        assertThat(folder.resolve("audit.log")).hasContent("line-3\n");
    }
}
