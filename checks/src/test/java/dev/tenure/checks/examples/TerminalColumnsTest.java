package dev.tenure.checks.examples;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/// What the launcher tells the program of the terminal that it prints on.
class TerminalColumnsTest {
    private static String run(String... command) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        process.getOutputStream().close();
        String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
        process.waitFor();
        return printed;
    }

    private static String columns() throws IOException {
        return "set -u; . '%s'; terminal_columns; echo \"<$TERMINAL_COLUMNS>\""
                .formatted(Path.of("..", "build", "background.sh").toRealPath());
    }

    @Test
    void aFileAndAPipeHaveNoWidth() throws Exception {
        assertThat(run("bash", "-c", columns())).isEqualTo("<>");
    }

    @Test
    void aTerminalHasItsOwn() throws Exception {
        Path script = Path.of("/usr/bin/script");
        assumeTrue(Files.isExecutable(script) && Files.isDirectory(Path.of("/proc/self")), "no script of util-linux");
        Path asked = Files.createTempFile("columns", ".sh");
        try {
            Files.writeString(asked, columns());
            String terminal = "stty cols %s; bash " + asked;
            assertThat(run(script.toString(), "-qec", terminal.formatted(87), "/dev/null"))
                    .isEqualTo("<87>");
            assertThat(run(script.toString(), "-qec", terminal.formatted(0), "/dev/null"))
                    .isEqualTo("<>");
            assertThat(run(script.toString(), "-qec", terminal.formatted(87) + " | cat", "/dev/null"))
                    .isEqualTo("<>");
        } finally {
            Files.delete(asked);
        }
    }
}
