package dev.tenure.launch.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ProcessAgeTest {
    @TempDir
    private Path proc;

    @Test
    void itIsTheTimeSinceTheStartInHundredthsOfASecond() throws IOException {
        Files.createDirectory(proc.resolve("self"));
        Files.writeString(
                proc.resolve("self").resolve("stat"),
                "7 (a (b) c) S 1 7 7 0 -1 4194560 1 0 0 0 1 2 0 0 20 0 1 0 12345 8 9 18446744073709551615");
        Files.writeString(proc.resolve("uptime"), "124.61 200.00\n");

        assertThat(ProcessAge.ofProc(proc)).contains(Duration.ofMillis(1_160));
    }

    @Test
    void whereThereIsNoProcAnotherSourceIsAsked() {
        assertThat(ProcessAge.ofProc(proc.resolve("none"))).isEmpty();
    }
}
