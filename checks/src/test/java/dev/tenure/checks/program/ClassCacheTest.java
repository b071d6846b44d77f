package dev.tenure.checks.program;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Who may make the cache of the program's classes.
final class ClassCacheTest {
    @TempDir
    private Path folder;

    private Path classes = Path.of("");
    private Path jar = Path.of("");

    @BeforeEach
    void build() throws IOException {
        classes = Files.createDirectories(folder.resolve("checks/classes"));
        jar = Files.createFile(folder.resolve("room.jar"));
    }

    private ClassCache cache() {
        return ClassCache.beside(List.of(classes, jar)).orElseThrow();
    }

    private Path claim() throws IOException {
        try (var files = Files.list(folder.resolve("checks"))) {
            return files.filter(file -> file.toString().endsWith(".claim"))
                    .findFirst()
                    .orElseThrow();
        }
    }

    @Test
    void thereIsNoneOfRoomsWhoseClassesAreInFolders() throws IOException {
        Path room = Files.createDirectories(folder.resolve("room/classes"));
        assertThat(ClassCache.beside(List.of(classes, room, jar))).isEmpty();
        assertThat(cache().jars()).containsExactly(jar);
    }

    /// The jar is empty, so that no process can start from it.
    @Test
    void whoCouldNotMakeItDoesNotTryAgain() throws IOException {
        assertThat(cache().made()).isEmpty();
        assertThat(claim()).hasContent(Long.toString(ProcessHandle.current().pid()));
        assertThat(cache().made()).isEmpty();
        assertThat(claim()).exists();
    }

    @Test
    void theClaimOfAProcessThatIsGoneIsTakenAway() throws IOException, InterruptedException {
        assertThat(cache().made()).isEmpty();
        Path claim = claim();
        Process gone = new ProcessBuilder("true").start();
        assertThat(gone.waitFor()).isZero();
        Files.writeString(claim, Long.toString(gone.pid()));
        assertThat(cache().made()).isEmpty();
        assertThat(claim).doesNotExist();
    }

    @Test
    void jarsThatWereBuiltAgainHaveAnotherOne() throws IOException {
        assertThat(cache().made()).isEmpty();
        Path claim = claim();
        Files.writeString(jar, "anew");
        assertThat(cache().made()).isEmpty();
        assertThat(claim).doesNotExist();
    }
}
