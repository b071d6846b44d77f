package dev.tenure.checks.examples;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/// What the launcher makes of `--memory`: the server's heap is what is left beside the JVM itself.
class MemoryFlagsTest {
    private static String flags(String words) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(
                        "bash",
                        "-c",
                        ". '%s'; memory_flags up %s; echo \"${MEMORY_FLAGS[*]}\""
                                .formatted(Path.of("..", "build", "jdk.sh").toRealPath(), words))
                .redirectErrorStream(true)
                .start();
        String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
        process.waitFor();
        return printed;
    }

    @Test
    void theHeapIsWhatIsLeftBesideTheJvm() throws Exception {
        assertThat(flags("--memory 512m")).isEqualTo("-Xms96m -Xmx320m -Xmn48m");
        assertThat(flags("--memory=2g --nodes 3")).isEqualTo("-Xms96m -Xmx1856m -Xmn48m");
        assertThat(flags("--memory 320M")).isEqualTo("-Xms96m -Xmx128m -Xmn21m");
    }

    @Test
    void theLastOneCounts() throws Exception {
        assertThat(flags("--memory 1G --memory 400m")).contains("-Xmx208m");
    }

    @Test
    void whatTheCommandWillRefuseChangesNothing() throws Exception {
        for (String words :
                new String[] {"", "--nodes 3", "--memory 12", "--memory 100m", "--memory x", "--memory -5m"}) {
            assertThat(flags(words)).as(words).isEmpty();
        }
    }
}
