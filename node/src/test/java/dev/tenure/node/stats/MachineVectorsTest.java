package dev.tenure.node.stats;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.kubelet.stats.MemoryStats;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Vectors F1 to F7, over files as the kernel would show them.
final class MachineVectorsTest {
    private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");
    private static final long GIBI = 1L << 30;

    @TempDir
    private Path root = Path.of("");

    private Path groups = Path.of("");

    @BeforeEach
    void machine() throws IOException {
        groups = Files.createDirectories(root.resolve("cgroup"));
        write("proc/meminfo", "MemTotal: %d kB\nHugetlb: %d kB\n".formatted(16 * GIBI / 1024, 4 * GIBI / 1024));
    }

    private void write(String file, String text) throws IOException {
        Path path = root.resolve(file);
        Files.createDirectories(path.resolveSibling(""));
        Files.writeString(path, text);
    }

    private MemoryReader reader() {
        return new MemoryReader(new MachineReader(root), groups);
    }

    private void unifiedRoot() throws IOException {
        write("cgroup/memory.stat", "anon %d\nfile %d\ninactive_file %d\n".formatted(6 * GIBI, 4 * GIBI, 3 * GIBI));
    }

    @Test
    void f1TheRootOfVersionTwoIsMadeOfItsPages() throws IOException {
        unifiedRoot();
        assertThat(reader().node(NOW))
                .isEqualTo(new MemoryStats(
                        Optional.of(NOW),
                        OptionalLong.of(9 * GIBI),
                        OptionalLong.of(7 * GIBI),
                        OptionalLong.of(10 * GIBI)));
    }

    @Test
    void f2MoreUnusedPagesThanUseIsNoUse() throws IOException {
        write("cgroup/memory/pods/memory.usage_in_bytes", String.valueOf(5 * GIBI));
        write("cgroup/memory/pods/memory.stat", "total_inactive_file %d\n".formatted(6 * GIBI));
        assertThat(reader().workingSet(groups.resolve("memory/pods"))).hasValue(0);
    }

    @Test
    void f3HugePagesAreNotLeftWhenTheGateSaysSo() throws IOException {
        unifiedRoot();
        MemoryStats memory = reader().node(NOW).without(new MachineReader(root).memoryBytes("Hugetlb"));
        assertThat(memory.availableBytes()).hasValue(5 * GIBI);
        assertThat(memory.workingSetBytes()).hasValue(7 * GIBI);
    }

    @Test
    void f4AGroupWithoutALimitTellsNothingOfWhatIsLeft() throws IOException {
        write("cgroup/kubepods/memory.current", String.valueOf(GIBI));
        write("cgroup/kubepods/memory.stat", "inactive_file 0\n");
        write("cgroup/kubepods/memory.max", "max");
        assertThat(reader().limited(groups.resolve("kubepods"), NOW)).isEmpty();
        write("cgroup/kubepods/memory.max", String.valueOf(4 * GIBI));
        assertThat(reader().limited(groups.resolve("kubepods"), NOW)
                        .orElseThrow()
                        .availableBytes())
                .hasValue(3 * GIBI);
    }

    @Test
    void f5TheSmallerLimitOfTasksCounts() throws IOException {
        write("proc/sys/kernel/pid_max", "4194304\n");
        write("proc/sys/kernel/threads-max", "127000\n");
        write("proc/loadavg", "0.1 0.2 0.3 2/3518 99\n");
        MachineReader.Tasks tasks = new MachineReader(root).tasks().orElseThrow();
        assertThat(tasks).isEqualTo(new MachineReader.Tasks(3518, 127_000));
        assertThat(tasks.most() - tasks.now()).isEqualTo(123_482);
    }

    @Test
    void f6AShortLineOfLoadMakesTheKernelBeAskedOtherwise() throws IOException {
        write("proc/sys/kernel/pid_max", "4194304\n");
        write("proc/loadavg", "0.1 0.2 0.3 2/3518\n");
        MachineReader.Tasks tasks = new MachineReader(root).tasks().orElseThrow();
        assertThat(tasks.now()).isPositive();
        assertThat(tasks.most()).isEqualTo(4_194_304);
    }

    @Test
    void f5WithoutAnyLimitNothingIsSeenOfTasks() throws IOException {
        write("proc/loadavg", "0.1 0.2 0.3 2/3518 99\n");
        assertThat(new MachineReader(root).tasks()).isEmpty();
    }

    @Test
    void f7RoomIsWhatUsersWithoutPrivilegesMayTake() {
        var fs = Libc.FileSystem.of(4096, 1000, 250, 64, 32);
        assertThat(fs.capacityBytes()).isEqualTo(4_096_000);
        assertThat(fs.availableBytes()).isEqualTo(1_024_000);
    }

    @Test
    void theFileSystemOfAFolderAnswers() throws IOException {
        assertThat(new Libc().fileSystem(root.toString()).capacityBytes()).isPositive();
    }
}
