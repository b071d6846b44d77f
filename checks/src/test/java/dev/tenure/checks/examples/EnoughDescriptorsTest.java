package dev.tenure.checks.examples;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A server that may have too few file descriptors is not begun: it could let nobody in.
class EnoughDescriptorsTest {
    @TempDir
    private Path folder;

    private String said(Path limits) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(
                        "bash",
                        "-c",
                        ". '%s'; enough_descriptors '%s'; echo begun"
                                .formatted(Path.of("..", "build", "jdk.sh").toRealPath(), limits))
                .redirectErrorStream(true)
                .start();
        String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
        return process.waitFor() + ": " + printed;
    }

    /// The form of the kernel.
    private Path limits(String soft, String hard) throws IOException {
        return Files.writeString(folder.resolve("limits"), """
                Limit                     Soft Limit           Hard Limit           Units
                Max processes             10                   10                   processes
                Max open files            %-20s %-20s files
                Max locked memory         8388608              8388608              bytes
                """.formatted(soft, hard));
    }

    @Test
    void theHardLimitCountsForTheJvmRaisesTheOther() throws Exception {
        assertThat(said(limits("64", "160"))).isEqualTo("0: begun");
        assertThat(said(limits("64", "159")))
                .startsWith("1: error: a server needs 160 file descriptors at least and may have 159 here")
                .doesNotContain("begun");
    }

    @Test
    void whatIsNoNumberIsEnough() throws Exception {
        assertThat(said(limits("unlimited", "unlimited"))).isEqualTo("0: begun");
        assertThat(said(folder.resolve("none"))).isEqualTo("0: begun");
    }
}
