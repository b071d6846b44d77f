package dev.tenure.checks.crash;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.checks.program.TenureJvm;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Whoever stops what runs until it is stopped, by SIGTERM or Ctrl-C, has its code for that, 0: another one
/// counts as a failure for what watches over services.
final class StoppedCommandTest {
    private final List<Process> started = new ArrayList<>();

    @TempDir
    private Path folder;

    @AfterEach
    void endAll() {
        started.forEach(Process::destroyForcibly);
    }

    private Process begin(String ready, String... command) throws IOException {
        List<String> line = TenureJvm.words("-Xmx512m");
        line.addAll(List.of(command));
        line.addAll(List.of("--data-dir", folder.resolve("data").toString()));
        Process process = new ProcessBuilder(line).redirectErrorStream(true).start();
        started.add(process);
        BufferedReader out = process.inputReader();
        String said = out.readLine();
        while (said != null && !said.contains(ready)) {
            said = out.readLine();
        }
        assertThat(said).as("what %s prints", command[0]).isNotNull();
        return process;
    }

    private static void assertEndsWell(Process process) throws InterruptedException {
        process.destroy();
        assertThat(process.waitFor()).isZero();
    }

    @Test
    @Timeout(120)
    void whatWasStoppedAsAskedEndsWithZero() throws IOException, InterruptedException {
        Process server = begin("export KUBECONFIG", "up", "--port", "0", "--nodes", "0");
        assertEndsWell(begin("console/?code=", "console", "--no-open"));
        assertEndsWell(begin("recording", "record", folder.resolve("trace").toString(), "--request-timeout", "10s"));
        assertEndsWell(server);
    }
}
