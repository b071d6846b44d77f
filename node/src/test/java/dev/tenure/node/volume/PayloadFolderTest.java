package dev.tenure.node.volume;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenure.node.volume.PayloadFolder.Payload;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PayloadFolderTest {
    @TempDir
    private Path folder = Path.of("");

    private static Payload text(String text) {
        return new Payload(text.getBytes(StandardCharsets.UTF_8), 0644);
    }

    @Test
    void filesChangeTogetherAndOldOnesGo() throws IOException {
        PayloadFolder.write(folder, Map.of("a", text("1"), "sub/b", text("2")), "v1", VolumeOwner.NOBODY);
        assertThat(folder.resolve("sub/b")).hasContent("2");
        PayloadFolder.write(folder, Map.of("a", text("3")), "v2", VolumeOwner.NOBODY);
        assertThat(folder.resolve("a")).hasContent("3");
        assertThat(folder.resolve("sub")).doesNotExist();
        assertThat(folder.resolve("..v1")).doesNotExist();
    }

    @Test
    void unchangedFilesAreNotWrittenAgain() throws IOException {
        PayloadFolder.write(folder, Map.of("a", text("1")), "v1", VolumeOwner.NOBODY);
        PayloadFolder.write(folder, Map.of("a", text("1")), "v2", VolumeOwner.NOBODY);
        try (Stream<Path> all = Files.list(folder)) {
            assertThat(all.map(path -> path.getFileName().toString()))
                    .contains("..v1")
                    .doesNotContain("..v2");
        }
    }

    @Test
    void pathsDoNotLeadOut() {
        assertThatThrownBy(() -> PayloadFolder.write(folder, Map.of("../x", text("1")), "v1", VolumeOwner.NOBODY))
                .hasMessageContaining("leads out");
    }
}
