package dev.tenure.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.cli.kubeconfig.DataDirectory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ClusterOptionsTest {
    @Test
    void aClusterThatDoesNotAnswerIsStartedWhereItsKubeconfigIs(@TempDir Path folder) throws IOException {
        var usual = new DataDirectory(folder.resolve("usual"));
        var other = new DataDirectory(folder.resolve("other"));
        Files.createDirectories(usual.pki());
        Files.createDirectories(other.pki());

        assertThat(ClusterOptions.start(usual.kubeconfig(), usual)).isEqualTo("start it with `tenure up`");
        assertThat(ClusterOptions.start(other.kubeconfig(), usual))
                .isEqualTo("start it with `tenure up --data-dir %s`".formatted(other.root()));
        assertThat(ClusterOptions.start(folder.resolve("config"), usual)).isEqualTo("start it with `tenure up`");
        assertThat(ClusterOptions.start(other.root().resolve("config"), usual)).isEqualTo("start it with `tenure up`");
    }
}
