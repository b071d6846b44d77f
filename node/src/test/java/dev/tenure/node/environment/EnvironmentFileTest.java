package dev.tenure.node.environment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenure.kubelet.pod.ConfigException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EnvironmentFileTest {
    @TempDir
    Path folder;

    private static Optional<String> value(String text, String name) {
        return new EnvironmentFile(text).value(name);
    }

    @Test
    void valuesStandInSingleQuotesAndNothingInThemIsSpecial() {
        String text = "# first\n\n  A='one'\nB='two $A \\n \"x\" = #' # behind\nC='a\nb \n'\nD=''\nE= 'x'\n";
        assertThat(value(text, "A")).contains("one");
        assertThat(value(text, "B")).contains("two $A \\n \"x\" = #");
        assertThat(value(text, "C")).contains("a\nb \n");
        assertThat(value(text, "D")).isEmpty();
        assertThat(value(text, "E")).isEmpty();
        assertThat(value(text, "F")).isEmpty();
    }

    @Test
    void linesOfNoKnownKindMakeTheFileUnreadableUpToWhereItIsRead() {
        for (String wrong : List.of("A", "='x'", "A ='x'", "A=x", "A=\"x\"", "A='x", "A='x' y", "A=")) {
            assertThatThrownBy(() -> value(wrong + "\nB='y'", "B"))
                    .as(wrong)
                    .isInstanceOf(ConfigException.class)
                    .hasMessage("couldn't parse env file");
            assertThat(value("B='y'\n" + wrong, "B")).as(wrong).contains("y");
        }
    }

    @Test
    void fileOutsideOfItsVolumeOrOfAnotherKindIsNotRead() throws IOException {
        Path volume = Files.createDirectory(folder.resolve("volume"));
        Path outside = Files.writeString(folder.resolve("outside"), "A='x'");
        Files.createSymbolicLink(volume.resolve("link"), outside);
        Files.createDirectory(volume.resolve("folder"));
        Files.writeString(volume.resolve("inside"), "A='x'");
        assertThat(EnvironmentFile.of(volume, "inside").value("A")).contains("x");
        for (String path : List.of("link", "../outside", "folder", "missing")) {
            assertThatThrownBy(() -> EnvironmentFile.of(volume, path)).as(path).isInstanceOf(ConfigException.class);
        }
    }
}
