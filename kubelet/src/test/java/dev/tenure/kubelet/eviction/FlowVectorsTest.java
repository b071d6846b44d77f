package dev.tenure.kubelet.eviction;

import static dev.tenure.kubelet.eviction.EvictionSamples.asking;
import static dev.tenure.kubelet.eviction.EvictionSamples.memory;
import static dev.tenure.kubelet.eviction.EvictionSamples.pod;
import static dev.tenure.kubelet.eviction.EvictionSamples.pressure;
import static dev.tenure.kubelet.eviction.EvictionSamples.processes;
import static dev.tenure.kubelet.eviction.EvictionSamples.settings;
import static dev.tenure.kubelet.eviction.EvictionSamples.volume;
import static dev.tenure.kubelet.eviction.EvictionSamples.withAllocatable;
import static dev.tenure.kubelet.eviction.EvictionSamples.withDisk;
import static dev.tenure.kubelet.eviction.EvictionSamples.withMemory;
import static dev.tenure.kubelet.eviction.EvictionSamples.withProcesses;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.kubelet.eviction.reclaim.Reclaim;
import dev.tenure.kubelet.eviction.reclaim.ReclaimRule;
import dev.tenure.kubelet.eviction.threshold.FilesystemLayout;
import dev.tenure.kubelet.eviction.threshold.Signal;
import dev.tenure.kubelet.stats.NodeStats;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;
import org.junit.jupiter.api.Test;

/// Whole runs of passes over one node: vectors S.
final class FlowVectorsTest {
    private final PressedNode watched = new PressedNode();

    @Test
    void s1HardAndSoftMemory() {
        watched.fivePods();
        watched.configure("memory.available=1Gi", "memory.available=2Gi", "memory.available=2m", "");
        assertThat(PressedNode.text(watched.memoryAt(Duration.ZERO, "2Gi"))).isEqualTo("nobody");
        assertThat(PressedNode.text(watched.memoryAt(Duration.ofMinutes(1), "1500Mi")))
                .isEqualTo("nobody MemoryPressure");
        assertThat(PressedNode.text(watched.memoryAt(Duration.ofMinutes(3), "1500Mi")))
                .isEqualTo("be-low 5 MemoryPressure");
        assertThat(PressedNode.text(watched.memoryAt(Duration.ofMinutes(20), "3Gi")))
                .isEqualTo("nobody");
        assertThat(PressedNode.text(watched.memoryAt(Duration.ofMinutes(1), "500Mi")))
                .isEqualTo("be-low 1 MemoryPressure");
        assertThat(watched.admits("be")).isFalse();
        assertThat(watched.admits("burstable")).isTrue();
        assertThat(PressedNode.text(watched.memoryAt(Duration.ofMinutes(1), "2Gi")))
                .isEqualTo("nobody MemoryPressure");
        assertThat(watched.admits("be")).isFalse();
        assertThat(PressedNode.text(watched.memoryAt(Duration.ofMinutes(5), "2Gi")))
                .isEqualTo("nobody");
        assertThat(watched.admits("be")).isTrue();
    }

    @Test
    void s2TheMinimumReclaimKeepsPodsGoing() {
        watched.fivePods();
        watched.configure("memory.available=1Gi", "", "", "memory.available=500Mi");
        assertThat(PressedNode.text(watched.memoryAt(Duration.ZERO, "2Gi"))).isEqualTo("nobody");
        assertThat(PressedNode.text(watched.memoryAt(Duration.ofMinutes(1), "500Mi")))
                .isEqualTo("be-low 1 MemoryPressure");
        assertThat(PressedNode.text(watched.memoryAt(Duration.ofMinutes(1), "1200Mi")))
                .isEqualTo("be-low 1 MemoryPressure");
        assertThat(PressedNode.text(watched.memoryAt(Duration.ofMinutes(1), "2Gi")))
                .isEqualTo("nobody MemoryPressure");
        assertThat(PressedNode.text(watched.memoryAt(Duration.ofMinutes(5), "2Gi")))
                .isEqualTo("nobody");
    }

    @Test
    void s3TheMemoryOfAllPods() {
        watched.fivePods();
        watched.configure("allocatableMemory.available=1Gi", "", "", "");
        assertThat(PressedNode.text(watched.look(Duration.ZERO, (node, at) -> withAllocatable(node, "4Gi", at))))
                .isEqualTo("nobody");
        assertThat(PressedNode.text(
                        watched.look(Duration.ofMinutes(1), (node, at) -> withAllocatable(node, "500Mi", at))))
                .isEqualTo("be-low 1 MemoryPressure");
    }

    @Test
    void s4Tasks() {
        watched.add(asking("p900", 1, "memory", ""), processes(900));
        watched.add(asking("p100", 0, "memory", ""), processes(100));
        watched.add(asking("p400", 0, "memory", ""), processes(400));
        watched.add(asking("p600", -1, "memory", ""), processes(600));
        watched.add(asking("p50", -1, "memory", ""), processes(50));
        watched.configure("pid.available=1200", "pid.available=1500", "pid.available=2m", "");
        List<String> text = new ArrayList<>();
        long[][] steps = {{0, 300}, {1, 700}, {3, 700}, {20, 300}, {1, 1200}, {1, 300}, {5, 300}};
        for (long[] step : steps) {
            text.add(PressedNode.text(
                    watched.look(Duration.ofMinutes(step[0]), (node, at) -> withProcesses(node, 2000, step[1], at))));
        }
        assertThat(text)
                .containsExactly(
                        "nobody",
                        "nobody PIDPressure",
                        "p600 5 PIDPressure",
                        "nobody",
                        "p600 1 PIDPressure",
                        "nobody PIDPressure",
                        "nobody");
    }

    @Test
    void s5S6AndS7DiskIsCleanedUpFirst() {
        watched.diskPods();
        watched.configure("nodefs.available=1Gi", "", "", "nodefs.available=500Mi");
        PassRecord evicting = watched.diskAt(Duration.ZERO, "500Mi");
        assertThat(PressedNode.text(evicting)).as("S5").isEqualTo("low-900 1 DiskPressure");
        assertThat(evicting.reclaimed()).containsExactly(Reclaim.DEAD_CONTAINERS, Reclaim.UNUSED_IMAGES);
        watched.cleaningUpLeaves("16Gi");
        assertThat(PressedNode.text(watched.diskAt(Duration.ofMinutes(1), "500Mi")))
                .as("S6")
                .isEqualTo("nobody DiskPressure");
        watched.cleaningUpLeaves("1.1G");
        assertThat(PressedNode.text(watched.diskAt(Duration.ofMinutes(1), "500Mi")))
                .as("S7")
                .isEqualTo("low-900 1 DiskPressure");
    }

    @Test
    void s8AnUnrelatedSoftThresholdSendsAPodAwayAlthoughTheDiskIsClean() {
        watched.diskPods();
        watched.configure("nodefs.available=1Gi", "memory.available=2Gi", "memory.available=10m", "");
        watched.cleaningUpLeaves("16Gi");
        PassRecord record =
                watched.look(Duration.ZERO, (node, at) -> withMemory(withDisk(node, "500Mi", at), "1.5Gi", at));
        assertThat(PressedNode.text(record)).isEqualTo("low-900 1 MemoryPressure DiskPressure");
        assertThat(record.reclaiming()).contains(Signal.NODEFS_AVAILABLE);
    }

    @Test
    void s9MemoryGoesBeforeDisk() {
        watched.diskPods();
        watched.configure("nodefs.available=1Gi memory.available=1Gi", "", "", "");
        PassRecord record =
                watched.look(Duration.ZERO, (node, at) -> withMemory(withDisk(node, "500Mi", at), "500Mi", at));
        assertThat(record.reclaiming()).contains(Signal.MEMORY_AVAILABLE);
    }

    @Test
    void s10AndS11CriticalPodsStay() {
        String source = "'annotations': {'kubernetes.io/config.source': 'file'}";
        watched.add(pod("static", source, "'containers': [{'name': 'c'}]"), memory("900Mi"));
        watched.add(pod("critical", "'priority': 2000000000, 'containers': [{'name': 'c'}]"), memory("900Mi"));
        watched.configure("memory.available=1Gi", "", "", "");
        PassRecord record = watched.memoryAt(Duration.ZERO, "500Mi");
        assertThat(PressedNode.text(record)).as("S10").isEqualTo("nobody MemoryPressure");
        assertThat(record.criticalSkipped()).hasSize(2);
        watched.add(asking("other", 5, "memory", ""), memory("1Mi"));
        assertThat(PressedNode.text(watched.memoryAt(Duration.ofSeconds(10), "500Mi")))
                .as("S11")
                .isEqualTo("other 1 MemoryPressure");
    }

    @Test
    void s12LimitsHoldWithoutThresholds() {
        watched.add(
                pod("p", "'containers': [{'name': 'c'}], 'volumes': [{'name': 'v', 'emptyDir': {'sizeLimit': '1Gi'}}]"),
                volume("v", "2Gi"));
        assertThat(PressedNode.text(watched.memoryAt(Duration.ZERO, "2Gi"))).isEqualTo("p 1");
    }

    @Test
    void l4L8AndL9EveryViolatorGoesAndThresholdsWait() {
        String limited = "'containers': [{'name': 'c'}], 'volumes': [{'name': 'v', 'emptyDir': {'sizeLimit': '1Gi'}}]";
        for (String name : List.of("a", "b", "c")) {
            watched.add(pod(name, limited), volume("v", "2Gi"));
        }
        watched.configure("memory.available=1Gi", "", "", "");
        PassRecord record = watched.memoryAt(Duration.ZERO, "500Mi");
        assertThat(record.evictions()).as("L4").hasSize(3);
        assertThat(record.reclaiming()).as("L4").isEmpty();
        assertThat(record.evictions()).as("L9").allSatisfy(each -> {
            assertThat(each.disruptionTarget()).isFalse();
            assertThat(each.annotations()).isEmpty();
            assertThat(each.graceSeconds()).isEqualTo(1);
        });
        watched.configure(new PressureSettings(List.of(), Duration.ofMinutes(5), 5, false, true));
        assertThat(watched.memoryAt(Duration.ofSeconds(10), "2Gi").evictions())
                .as("L8")
                .isEmpty();
    }

    @Test
    void s14WithTheGateOffASplitNodeNeverEvicts() {
        watched.fivePods();
        watched.layout(FilesystemLayout.SPLIT);
        var on = pressure(settings("memory.available=1Gi", "", "", ""));
        watched.configure(new PressureSettings(on.thresholds(), on.transitionPeriod(), 5, true, false));
        assertThat(watched.memoryAt(Duration.ZERO, "500Mi").error())
                .contains("KubeletSeparateDiskGC is turned off but we still have a split filesystem");
        assertThat(PressedNode.text(watched.memoryAt(Duration.ofSeconds(10), "500Mi")))
                .isEqualTo("nobody MemoryPressure");
    }

    @Test
    void s15AndS16ThresholdsOfTheContainersFilesystemFollow() {
        watched.configure("nodefs.available=1Gi containerfs.available=5Gi", "", "", "");
        assertThat(watched.diskAt(Duration.ZERO, "2Gi").complaint())
                .as("S15")
                .contains("found containerfs.available for hard eviction. ignoring");
        assertThat(PressedNode.text(watched.diskAt(Duration.ofSeconds(10), "2Gi")))
                .as("S15")
                .isEqualTo("nobody");
        watched.layout(FilesystemLayout.DEDICATED);
        watched.configure("imagefs.available=15% imagefs.inodesFree=5%", "", "", "");
        watched.diskAt(Duration.ofSeconds(10), "100Gi");
        assertThat(watched.state().thresholds().stream()
                        .filter(each -> each.signal() == Signal.CONTAINERFS_AVAILABLE && !each.blank())
                        .map(each -> each.value().toString()))
                .as("S16")
                .containsExactly("Share[fraction=0.15]");
    }

    @Test
    void s17ARestartForgetsConditions() {
        watched.fivePods();
        watched.configure("memory.available=1Gi", "", "", "");
        watched.memoryAt(Duration.ZERO, "500Mi");
        watched.configure("memory.available=1Gi", "", "", "");
        assertThat(PressedNode.text(watched.memoryAt(Duration.ofSeconds(10), "2Gi")))
                .isEqualTo("nobody");
    }

    @Test
    void s18DerivedThresholdsActFromTheSecondPass() {
        watched.layout(FilesystemLayout.SPLIT);
        watched.diskPods();
        watched.configure("nodefs.available=1Gi", "", "", "");
        BiFunction<NodeStats, Instant, NodeStats> containersShort = (node, at) -> new NodeStats(
                node.memory(),
                node.allocatableMemory(),
                node.nodefs(),
                node.imagefs(),
                Optional.of(EvictionSamples.filesystem("500Mi", "200Gi", at)),
                node.processes());
        assertThat(PressedNode.text(watched.look(Duration.ZERO, containersShort)))
                .isEqualTo("nobody");
        assertThat(PressedNode.text(watched.look(Duration.ofSeconds(10), containersShort)))
                .isEqualTo("low-900 1 DiskPressure");
    }

    @Test
    void whatIsCleanedUpDependsOnTheLayout() {
        List<Reclaim> both = List.of(Reclaim.DEAD_CONTAINERS, Reclaim.UNUSED_IMAGES);
        assertThat(ReclaimRule.steps(Signal.NODEFS_AVAILABLE, FilesystemLayout.SINGLE))
                .isEqualTo(both);
        assertThat(ReclaimRule.steps(Signal.IMAGEFS_AVAILABLE, FilesystemLayout.DEDICATED))
                .isEqualTo(both);
        assertThat(ReclaimRule.steps(Signal.NODEFS_AVAILABLE, FilesystemLayout.SPLIT))
                .containsExactly(Reclaim.DEAD_CONTAINERS);
        assertThat(ReclaimRule.steps(Signal.CONTAINERFS_AVAILABLE, FilesystemLayout.SPLIT))
                .containsExactly(Reclaim.DEAD_CONTAINERS);
        assertThat(ReclaimRule.steps(Signal.IMAGEFS_AVAILABLE, FilesystemLayout.SPLIT))
                .containsExactly(Reclaim.UNUSED_IMAGES);
        assertThat(ReclaimRule.steps(Signal.NODEFS_AVAILABLE, FilesystemLayout.DEDICATED))
                .isEmpty();
    }
}
