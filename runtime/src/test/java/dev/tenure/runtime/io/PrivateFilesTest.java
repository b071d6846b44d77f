package dev.tenure.runtime.io;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PrivateFilesTest {
    private static final byte[] NEW = "new".getBytes(StandardCharsets.UTF_8);

    @TempDir
    private Path folder;

    @Test
    void aFileIsReplacedByOneThatOnlyItsOwnerMayRead() throws IOException {
        Path file = Files.writeString(folder.resolve("file"), "old");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-rw-rw-"));
        Files.writeString(folder.resolve("file.next"), "what was left before");

        PrivateFiles.replace(file, NEW);

        assertThat(file).hasBinaryContent(NEW);
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                .isEqualTo("rw-------");
        assertThat(names()).containsExactly("file");
    }

    /// As `/dev/stdout` and `/dev/null` do, in whose place an administrator could put a file.
    @Test
    void aPipeIsWrittenToAndStaysOne() throws IOException {
        Path pipe = folder.resolve("pipe");
        Process reader = new ProcessBuilder("sh", "-c", "mkfifo pipe && echo made && cat pipe")
                .directory(folder.toFile())
                .start();
        try (BufferedReader said = reader.inputReader()) {
            assertThat(said.readLine()).isEqualTo("made");

            PrivateFiles.replace(pipe, NEW);

            assertThat(PrivateFiles.takesWrites(pipe)).isTrue();
            assertThat(said.readLine()).isEqualTo("new");
        } finally {
            reader.destroy();
        }
        assertThat(PrivateFiles.takesWrites(folder)).isFalse();
        assertThat(PrivateFiles.takesWrites(folder.resolve("none"))).isFalse();
    }

    @Test
    void whatCannotBeReplacedStaysAndNothingIsLeftBesideIt() throws IOException {
        Path file = folder.resolve("file");
        Files.createDirectories(file.resolve("inner"));

        assertThatThrownBy(() -> PrivateFiles.replace(file, NEW)).isInstanceOf(IOException.class);

        assertThat(file.resolve("inner")).isDirectory();
        assertThat(names()).containsExactly("file");
    }

    private Stream<String> names() throws IOException {
        try (Stream<Path> all = Files.list(folder)) {
            return all.map(each -> each.getFileName().toString()).toList().stream();
        }
    }
}
