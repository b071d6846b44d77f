package dev.tenure.node.volume;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class FoldersTest {
    @TempDir
    private Path folder = Path.of("");

    @Test
    void aPartOfAVolumeHasTheVolumesPermissions(@TempDir Path volume) throws IOException {
        Files.setAttribute(volume, "unix:mode", 03777);
        Path part = volume.resolve("a").resolve("b");
        Folders.createLike(volume, part);
        Folders.createLike(volume, part);
        for (Path made : List.of(part, part.getParent())) {
            assertThat((int) Files.getAttribute(made, "unix:mode") & 07777).isEqualTo(03777);
        }
    }

    @Test
    void nothingIsMadeWhereALinkLeadsOutOfAVolume(@TempDir Path volume, @TempDir Path outside) throws IOException {
        Files.createSymbolicLink(volume.resolve("away"), outside);
        assertThatThrownBy(
                        () -> Folders.createLike(volume, volume.resolve("away").resolve("b")))
                .isInstanceOf(IOException.class);
        assertThat(outside).isEmptyDirectory();
    }

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

    /// A folder whose path is too long stands for one that vanishes while it is looked at, or cannot be read.
    @Test
    void whatCannotBeReadHidesNothingElse() throws IOException {
        int files = 200;
        for (int i = 0; i < files; i++) {
            Files.write(folder.resolve("file-" + i), new byte[10]);
        }
        Path lower = Files.createDirectories(folder.resolve(("l".repeat(250) + "/").repeat(9)));
        Path upper = Files.createDirectories(folder.resolve(("u".repeat(250) + "/").repeat(9)));
        Path top = folder.resolve(folder.relativize(upper).getName(0));
        Path moved = lower.resolve("moved");
        Files.move(top, moved);
        try {
            assertThat(Folders.use(folder).bytes()).isEqualTo(files * 10L);
        } finally {
            Files.move(moved, top);
        }
    }

    @Test
    void whatIsNotThereTakesNothing() {
        assertThat(Folders.use(folder.resolve("nowhere"))).isEqualTo(Folders.Use.NONE);
    }
}
