package dev.tenure.node;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ManifestFolderTest {
    @TempDir
    private Path folder = Path.of("");

    private ManifestFolder.Found read(Path place) throws IOException {
        return new ManifestFolder(Optional.of(place)).read();
    }

    @Test
    void aFileThatIsNoTextHidesNoOther() throws IOException {
        Path good = Files.writeString(folder.resolve("good.yaml"), "kind: Pod");
        Path odd = Files.write(folder.resolve("odd.tar"), "\u00e9".getBytes(StandardCharsets.ISO_8859_1));
        Path large = Files.write(folder.resolve("large"), new byte[ManifestFolder.BYTES_MAX + 1]);
        assertThat(read(folder))
                .isEqualTo(new ManifestFolder.Found(
                        Map.of(good.toString(), "kind: Pod"),
                        Map.of(
                                odd.toString(),
                                "it is no text in UTF-8",
                                large.toString(),
                                "it is larger than 10 MiB")));
    }

    @Test
    void hiddenFilesAndFoldersArePassedOver() throws IOException {
        Files.writeString(folder.resolve(".swap"), "kind: Pod");
        Files.createDirectory(folder.resolve("inner"));
        assertThat(read(folder)).isEqualTo(ManifestFolder.Found.NOTHING);
    }

    @Test
    void theFolderMayBeAFileOrNotBeThere() throws IOException {
        Path file = Files.writeString(folder.resolve("one.yaml"), "kind: Pod");
        assertThat(read(file).texts()).containsOnlyKeys(file.toString());
        assertThat(read(folder.resolve("nowhere"))).isEqualTo(ManifestFolder.Found.NOTHING);
        assertThat(new ManifestFolder(Optional.empty()).read()).isEqualTo(ManifestFolder.Found.NOTHING);
    }
}
