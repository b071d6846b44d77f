package dev.tenure.node.stats;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.kubelet.stats.MemoryStats;
import dev.tenure.node.cgroup.GroupName;
import dev.tenure.node.cgroup.PodControlGroups;
import dev.tenure.rules.qos.QosClass;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Version 2 of control groups, over files written as Linux 6.1 shows them (the statistics of the root are
/// recorded), and over what is odd about them.
final class UnifiedGroupsTest {
    private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");
    private static final String UID = "b60933dc-882d-4a4a-ab21-9f904fa1d887";
    private static final GroupName POD = GroupName.ofPod(QosClass.BURSTABLE, UID);
    /// Of the root, recorded: it has no `memory.current` and no `memory.max`.
    private static final String ROOT_STAT = """
            anon 753664
            file 3674112
            kernel 0
            kernel_stack 0
            pagetables 0
            sec_pagetables 0
            percpu 0
            sock 0
            vmalloc 0
            shmem 0
            zswap 0
            zswapped 0
            file_mapped 3002368
            file_dirty 0
            file_writeback 0
            swapcached 0
            inactive_anon 733184
            active_anon 8192
            inactive_file 1126400
            active_file 2547712
            """;

    @TempDir
    private Path root = Path.of("");

    private Path groups = Path.of("");

    @BeforeEach
    void tree() throws IOException {
        groups = root.resolve("cgroup");
        write("proc/meminfo", "MemTotal:        3078384 kB\nMemFree:         3049932 kB\n");
        write("cgroup/cgroup.controllers", "cpu io memory pids\n");
        write("cgroup/cgroup.subtree_control", "cpu io memory pids\n");
        write("cgroup/memory.stat", ROOT_STAT);
        of("kubepods", Map.of("memory.max", "629460992\n", "memory.current", "7360512\n", "cpu.weight", "39\n"));
        write("cgroup/kubepods/memory.stat", "anon 1200128\nfile 4554752\nkernel 0\ninactive_file 4554752\n");
        Files.createDirectories(groups.resolve("kubepods/besteffort"));
        of(
                "kubepods/burstable/pod" + UID,
                Map.of("memory.max", "734003200\n", "memory.current", "5000000\n", "pids.current", "2\n"));
        write("cgroup/kubepods/burstable/pod" + UID + "/memory.stat", "anon 900000\ninactive_file 4000000\n");
    }

    private void of(String group, Map<String, String> files) throws IOException {
        for (Map.Entry<String, String> file : files.entrySet()) {
            write("cgroup/" + group + "/" + file.getKey(), file.getValue());
        }
    }

    private void write(String file, String text) throws IOException {
        Path path = root.resolve(file);
        Files.createDirectories(path.resolveSibling(""));
        Files.writeString(path, text);
    }

    private MemoryReader reader() {
        return new MemoryReader(new MachineReader(root), groups);
    }

    @Test
    void theRootIsMadeOfItsPages() throws IOException {
        long used = 753_664 + 3_674_112;
        long set = used - 1_126_400;
        assertThat(reader().node(NOW))
                .isEqualTo(new MemoryStats(
                        Optional.of(NOW),
                        OptionalLong.of(3_078_384L * 1024 - set),
                        OptionalLong.of(set),
                        OptionalLong.of(used)));
    }

    @Test
    void whatPodsHaveLeftIsTheirLimitWithoutTheirWorkingSet() {
        PodControlGroups all = PodControlGroups.at(groups, false);
        assertThat(all.unified()).isTrue();
        MemoryStats left =
                reader().limited(all.folder("memory", GroupName.pods()), NOW).orElseThrow();
        assertThat(left.availableBytes()).hasValue(629_460_992 - (7_360_512 - 4_554_752));
        assertThat(reader().workingSet(all.folder("memory", POD))).hasValue(1_000_000);
        assertThat(all.folder("pids", POD)).isEqualTo(all.folder("memory", POD));
    }

    @Test
    void processorsAndSwapAreRead() throws IOException {
        Path pod = groups.resolve("kubepods/burstable/pod" + UID);
        assertThat(CpuReader.used(pod)).isEmpty();
        assertThat(reader().swap(pod)).isEmpty();
        assertThat(reader().nodeSwap()).isEmpty();
        write("cgroup/cpu.stat", "usage_usec 5000123\nuser_usec 4000000\nsystem_usec 1000123\n");
        write("cgroup/kubepods/burstable/pod" + UID + "/cpu.stat", "usage_usec 77\n");
        write("cgroup/kubepods/burstable/pod" + UID + "/memory.swap.current", "8192\n");
        write("proc/meminfo", "MemTotal: 3078384 kB\nSwapTotal:       4096 kB\nSwapFree:        1024 kB\n");
        assertThat(new CpuReader(groups).node()).hasValue(5_000_123_000L);
        assertThat(CpuReader.used(pod)).hasValue(77_000);
        assertThat(reader().swap(pod)).hasValue(8192);
        assertThat(reader().nodeSwap()).hasValue(3072 * 1024);
    }

    @Test
    void theFirstVersionCountsProcessorsAndSwapElsewhere() throws IOException {
        write("cgroup/cpuacct/cpuacct.usage", "123456789\n");
        write("cgroup/memory/memory.usage_in_bytes", "9000\n");
        write("cgroup/memory/memory.stat", "swap 1\ntotal_inactive_file 4000\ntotal_swap 4096\n");
        assertThat(new CpuReader(groups).node()).hasValue(123_456_789);
        assertThat(reader().nodeSwap()).hasValue(4096);
        write("cgroup/memory/memory.stat", "total_inactive_file 4000\n");
        assertThat(reader().nodeSwap()).as("a kernel that does not count it").isEmpty();
    }

    @Test
    void podsThatAreThereAreFound() {
        assertThat(PodControlGroups.at(groups, false).podGroups()).containsExactly(POD);
    }

    @Test
    void containersEndWholeAndDoNotSwap() throws IOException {
        PodControlGroups all = PodControlGroups.at(groups, false);
        assertThat(all.containerFiles()).containsExactly(Map.entry("memory.oom.group", "1"));
        write("cgroup/kubepods/memory.swap.max", "max\n");
        assertThat(all.containerFiles())
                .containsOnly(Map.entry("memory.oom.group", "1"), Map.entry("memory.swap.max", "0"));
        assertThat(PodControlGroups.at(root.resolve("first"), false).containerFiles())
                .isEmpty();
    }

    @Test
    void aLimitOfMaxIsNone() throws IOException {
        write("cgroup/kubepods/memory.max", "max\n");
        assertThat(reader().limited(groups.resolve("kubepods"), NOW)).isEmpty();
    }

    @Test
    void missingFilesAreMissingNumbers() throws IOException {
        Path pod = groups.resolve("kubepods/burstable/pod" + UID);
        Files.delete(pod.resolve("memory.stat"));
        assertThat(reader().workingSet(pod)).isEmpty();
        Files.delete(pod.resolve("memory.current"));
        assertThat(reader().workingSet(pod)).isEmpty();
        assertThat(reader().limited(groups.resolve("kubepods/besteffort"), NOW)).isEmpty();
        assertThat(reader().workingSet(groups.resolve("nowhere"))).isEmpty();
    }

    @Test
    void nestedSlicesAreFoundByTheirNames() throws IOException {
        PodControlGroups all = PodControlGroups.at(groups, true);
        for (QosClass qos : List.of(QosClass.GUARANTEED, QosClass.BEST_EFFORT)) {
            Path slice = Files.createDirectories(all.folder("memory", GroupName.ofPod(qos, UID)));
            Files.createDirectories(slice.resolve("cri-containerd-0123.scope"));
            Files.writeString(slice.resolve("memory.current"), "4096\n");
            Files.writeString(slice.resolve("memory.stat"), "inactive_file 0\n");
        }
        assertThat(groups.resolve("kubepods.slice/kubepods-besteffort.slice")
                        .resolve("kubepods-besteffort-pod" + UID.replace('-', '_') + ".slice"))
                .isDirectory();
        assertThat(all.podGroups())
                .containsExactlyInAnyOrder(
                        GroupName.ofPod(QosClass.GUARANTEED, UID), GroupName.ofPod(QosClass.BEST_EFFORT, UID));
        assertThat(reader().workingSet(all.folder("memory", GroupName.ofPod(QosClass.GUARANTEED, UID))))
                .hasValue(4096);
    }
}
