package dev.tenure.node.stats;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.runtime.loop.WakeUp;
import dev.tenure.runtime.time.SystemTime;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class MemoryWatchTest {
    private static final Duration LONG = Duration.ofSeconds(30);

    @TempDir
    private Path root = Path.of("");

    private void used(long bytes) throws IOException {
        Path fresh = Files.writeString(root.resolve("fresh"), "anon %d\nfile 0\ninactive_file 0\n".formatted(bytes));
        Files.move(fresh, root.resolve("memory.stat"), StandardCopyOption.ATOMIC_MOVE);
    }

    @Test
    void eachCrossingIsReported() throws IOException, InterruptedException {
        Files.createDirectories(root.resolve("proc"));
        Files.writeString(root.resolve("proc/meminfo"), "MemTotal: 1000 kB\n");
        used(0);
        var alarmed = new WakeUp();
        var reader = new MemoryReader(new MachineReader(root), root);
        var lines = List.of(new MemoryWatch.Line(Optional.empty(), 100 * 1024));
        try (var watch = new MemoryWatch(reader, lines, new SystemTime(), alarmed::raise)) {
            watch.start();
            used(950 * 1024);
            assertThat(alarmed.await(LONG)).isTrue();
            used(0);
            assertThat(alarmed.await(Duration.ofMillis(1_500)))
                    .as("enough is left")
                    .isFalse();
            used(950 * 1024);
            assertThat(alarmed.await(LONG)).isTrue();
        }
    }
}
