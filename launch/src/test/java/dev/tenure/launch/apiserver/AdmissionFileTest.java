package dev.tenure.launch.apiserver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenure.cli.command.CommandFailure;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class AdmissionFileTest {
    private static final String HEAD = "apiVersion: apiserver.config.k8s.io/v1\nkind: AdmissionConfiguration\n";
    private static final String SELECTORS = "podNodeSelectorPluginConfig: {clusterDefaultNodeSelector: disk=ssd}\n";

    @TempDir
    private Path folder = Path.of("");

    private Path write(String name, String text) throws IOException {
        Path file = folder.resolve(name);
        Files.createDirectories(folder.resolve("plugins"));
        return Files.writeString(file, text);
    }

    @Test
    void aPathCountsFromTheFolderOfTheFile() throws IOException {
        write("plugins/selectors.yaml", SELECTORS);
        Path file =
                write("admission.yaml", HEAD + "plugins:\n- name: PodNodeSelector\n  path: plugins/selectors.yaml\n");
        assertThat(AdmissionFile.read(file)
                        .at("/plugins/0/configuration/podNodeSelectorPluginConfig/clusterDefaultNodeSelector")
                        .asText())
                .isEqualTo("disk=ssd");
    }

    @Test
    void anAbsolutePathIsTakenAsItIs() throws IOException {
        Path other = write("selectors.yaml", SELECTORS);
        Path file = write("admission.yaml", HEAD + "plugins:\n- name: PodNodeSelector\n  path: " + other + "\n");
        assertThat(AdmissionFile.read(file).at("/plugins/0/configuration").has("podNodeSelectorPluginConfig"))
                .isTrue();
    }

    @Test
    void whatStandsInTheFileItselfWins() throws IOException {
        Path file = write(
                "admission.yaml",
                HEAD + "plugins:\n- name: PodNodeSelector\n  path: nowhere.yaml\n  configuration: {a: b}\n");
        assertThat(AdmissionFile.read(file).at("/plugins/0/configuration/a").asText())
                .isEqualTo("b");
    }

    @Test
    void aFileThatIsNotThereIsNamedWithThePluginThatWantsIt() throws IOException {
        Path file = write("admission.yaml", HEAD + "plugins:\n- name: PodNodeSelector\n  path: nowhere.yaml\n");
        assertThatThrownBy(() -> AdmissionFile.read(file))
                .isInstanceOf(CommandFailure.class)
                .hasMessageContaining("admission.yaml")
                .hasMessageContaining(folder.resolve("nowhere.yaml").toString())
                .hasMessageContaining("PodNodeSelector")
                .hasMessageContaining("cannot be read");
    }

    @Test
    void theOldFileOfNodeSelectorsAloneIsUnderstood() throws IOException {
        Path file = write("selectors.yaml", SELECTORS);
        assertThat(AdmissionFile.read(file).at("/plugins/0/name").asText()).isEqualTo("PodNodeSelector");
        assertThat(AdmissionFile.read(file).path("kind").asText()).isEqualTo("AdmissionConfiguration");
    }
}
