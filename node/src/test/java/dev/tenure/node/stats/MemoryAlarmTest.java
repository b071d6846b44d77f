package dev.tenure.node.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.tenure.runtime.loop.WakeUp;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The kernel tells when a group's memory crosses a use. Needs version 1 of control groups and the right to
/// make one; else skipped, with the reason.
final class MemoryAlarmTest {
    private static final Path MEMORY = Path.of("/sys/fs/cgroup/memory");
    private static final long POINT = 20L << 20;
    private static final Duration WITHIN = Duration.ofSeconds(30);

    @Test
    void aFileThatIsNotThereTellsOfNothing(@TempDir Path folder) throws IOException {
        try (var alarm = new MemoryAlarm(() -> {})) {
            assertThat(alarm.onStall(folder.resolve("memory.pressure"))).isEqualTo(MemoryAlarm.Stall.NOT);
            assertThat(alarm.onUse(folder, POINT)).isEmpty();
        }
    }

    @Test
    void crossingAUseIsReportedAtOnce() throws IOException, InterruptedException {
        assumeTrue(
                Files.isWritable(MEMORY.resolve("cgroup.event_control")), "no control groups of version 1 to write to");
        Path group = Files.createDirectory(
                MEMORY.resolve("tenure-test-" + ProcessHandle.current().pid()));
        try {
            var alarmed = new WakeUp();
            try (var alarm = new MemoryAlarm(alarmed::raise)) {
                Optional<MemoryAlarm.Waiting> waiting = alarm.onUse(group, POINT);
                assertThat(waiting).isPresent();
                Process eater = new ProcessBuilder(
                                "sh",
                                "-c",
                                "echo $$ > %s/cgroup.procs; head -c 60000000 /dev/zero | tail -c 50000000 > /dev/null"
                                        .formatted(group))
                        .start();
                assertThat(alarmed.await(WITHIN)).isTrue();
                assertThat(eater.waitFor(WITHIN.toSeconds(), TimeUnit.SECONDS)).isTrue();
                waiting.orElseThrow().close();
            }
        } finally {
            Files.delete(group);
        }
    }
}
