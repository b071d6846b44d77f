package dev.tenure.node.garbage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenure.kubelet.garbage.LogLimits;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class LogRotatorTest {
    private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");

    @TempDir
    private Path folder = Path.of("");

    private final List<String> reopened = new ArrayList<>();

    private LogRotator rotator(int files) {
        return new LogRotator(new LogLimits(10, files), id -> {
            reopened.add(id);
            write(folder.resolve("0.log"), "");
        });
    }

    private static void write(Path file, String text) {
        try {
            Files.writeString(file, text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private List<String> names() throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.map(file -> file.getFileName().toString()).sorted().toList();
        }
    }

    @Test
    void aFileThatIsTooLargeIsSetAside() throws IOException {
        Path log = folder.resolve("0.log");
        write(log, "short");
        rotator(3).rotate("id", log, START);
        assertThat(reopened).isEmpty();
        write(log, "first and long enough");
        rotator(3).rotate("id", log, START);
        assertThat(reopened).containsExactly("id");
        assertThat(names()).containsExactly("0.log", "0.log.20260101-000000");
    }

    @Test
    void olderFilesAreCompressedAndTheOldestGo() throws IOException {
        Path log = folder.resolve("0.log");
        for (int i = 0; i < 5; i++) {
            write(log, "text number " + i);
            rotator(4).rotate("id", log, START.plusSeconds(i));
        }
        assertThat(names())
                .containsExactly(
                        "0.log", "0.log.20260101-000002.gz", "0.log.20260101-000003.gz", "0.log.20260101-000004");
        try (var in = new GZIPInputStream(Files.newInputStream(folder.resolve("0.log.20260101-000003.gz")))) {
            assertThat(new String(in.readAllBytes(), StandardCharsets.UTF_8)).isEqualTo("text number 3");
        }
    }

    @Test
    void aFileStaysInPlaceWhenTheRuntimeDoesNotReopenIt() throws IOException {
        Path log = folder.resolve("0.log");
        write(log, "long enough to go");
        var refusing = new LogRotator(new LogLimits(10, 3), _ -> {
            throw new IllegalStateException("no such container");
        });
        assertThatThrownBy(() -> refusing.rotate("id", log, START)).isInstanceOf(IllegalStateException.class);
        assertThat(names()).containsExactly("0.log");
    }

    @Test
    void foldersOfPodsThatAreNoMoreGo() throws IOException {
        Files.createDirectories(folder.resolve("default_a_uid1/c"));
        Files.createDirectories(folder.resolve("default_b_uid2/c"));
        Files.createDirectories(folder.resolve("something-else"));
        var logs = new LogFolders(folder);
        assertThat(logs.pods()).containsExactly("uid1", "uid2");
        logs.removePods(Set.of("uid2", "else"));
        assertThat(names()).containsExactly("default_a_uid1", "something-else");
    }
}
