package dev.tenure.checks.crash;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.checks.program.TenureJvm;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Who breaks off a command that reads a large cluster finds nothing of it: no process, no file. What is sent
/// here is SIGTERM, which a JVM takes as it takes Ctrl-C; of that one a shell may have told its children not
/// to hear.
final class BrokenOffCommandTest {
    private static final int SIGTERM = 15;
    private static final int SIGNALLED = 128;
    /// Many times what a pipe holds: whoever takes it all reads.
    private static final int NODES = 20_000;

    @TempDir
    private Path folder;

    @ParameterizedTest
    @ValueSource(
            strings = {
                "plan lose node n1 --from - --out p.plan",
                "plan resilience --from -",
                "lint --from -",
                "export --from - cluster.tenure",
                "timeline --from -"
            })
    @Timeout(60)
    void nothingIsLeftOfIt(String command) throws IOException, InterruptedException {
        Path temporary = Files.createDirectory(folder.resolve("tmp"));
        Path work = Files.createDirectory(folder.resolve("work"));
        List<String> line = TenureJvm.words("-Xmx512m", "-XX:-UsePerfData", "-Djava.io.tmpdir=" + temporary);
        line.addAll(List.of(command.split(" ")));
        Process process = new ProcessBuilder(line)
                .directory(work.toFile())
                .redirectOutput(Redirect.DISCARD)
                .redirectError(Redirect.DISCARD)
                .start();
        try (OutputStream in = process.getOutputStream()) {
            for (int i = 1; i <= NODES; i++) {
                in.write("{\"apiVersion\":\"v1\",\"kind\":\"Node\",\"metadata\":{\"name\":\"n%d\"}}\n"
                        .formatted(i)
                        .getBytes(StandardCharsets.UTF_8));
            }
            in.flush();
            process.destroy();
            assertThat(process.waitFor()).isEqualTo(SIGNALLED + SIGTERM);
        }

        assertThat(process.descendants()).isEmpty();
        assertThat(work).isEmptyDirectory();
        assertThat(temporary).isEmptyDirectory();
    }
}
