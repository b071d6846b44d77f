package dev.tenure.node.volume;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class FoldersTest {
    @TempDir
    private Path folder = Path.of("");

    @Test
    void aFileWithTwoNamesCountsOnce() throws IOException {
        Path inner = Files.createDirectories(folder.resolve("inner"));
        Path file = Files.write(inner.resolve("file"), new byte[1000]);
        Files.createLink(folder.resolve("other-name"), file);
        Files.createSymbolicLink(folder.resolve("link"), Path.of("/usr"));
        Files.write(folder.resolve("second"), new byte[10]);
        Folders.Use use = Folders.use(folder);
        assertThat(use.bytes()).isEqualTo(1010 + "/usr".length());
        assertThat(use.inodes()).as("two folders, two files, one link").isEqualTo(5);
    }

    @Test
    void whatIsNotThereTakesNothing() {
        assertThat(Folders.use(folder.resolve("nowhere"))).isEqualTo(Folders.Use.NONE);
    }
}
