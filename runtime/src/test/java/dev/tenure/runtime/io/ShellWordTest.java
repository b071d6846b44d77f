package dev.tenure.runtime.io;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ShellWordTest {
    @Test
    void aWordThatAShellTakesAsItIsStaysSo() {
        assertThat(ShellWord.of(Path.of("/tmp/demo/kubeconfig"))).isEqualTo("/tmp/demo/kubeconfig");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "/tmp/a walk/kubeconfig",
                "it's",
                "$HOME",
                "a\"b\\c",
                "~",
                "*",
                "a;b&c|d",
                "zwei\nZeilen",
                "ä"
            })
    void aShellReadsTheTextThatWasMeant(String text) throws Exception {
        Process shell = new ProcessBuilder("sh", "-c", "printf %s " + ShellWord.of(text) + " behind").start();
        String read = new String(shell.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(read).isEqualTo(text + "behind");
    }
}
