package dev.tenure.kubelet.eviction;

import static dev.tenure.kubelet.eviction.EvictionSamples.START;
import static dev.tenure.kubelet.eviction.EvictionSamples.asking;
import static dev.tenure.kubelet.eviction.EvictionSamples.bytes;
import static dev.tenure.kubelet.eviction.EvictionSamples.container;
import static dev.tenure.kubelet.eviction.EvictionSamples.memory;
import static dev.tenure.kubelet.eviction.EvictionSamples.plenty;
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
import dev.tenure.kubelet.eviction.threshold.PressureCondition;
import dev.tenure.kubelet.eviction.threshold.Signal;
import dev.tenure.kubelet.stats.NodeStats;
import dev.tenure.kubelet.stats.PodStats;
import dev.tenure.kubelet.stats.Summary;
import dev.tenure.model.core.Pod;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;
import org.junit.jupiter.api.Test;

/// Whole runs of passes over one node: vectors S and those of M that take more than one look.
final class FlowVectorsTest {
    private final Map<String, PodStats> stats = new LinkedHashMap<>();
    private final List<Pod> pods = new ArrayList<>();
    private FilesystemLayout layout = FilesystemLayout.SINGLE;
    private PressureState state = new PressureState(pressure(settings("", "", "", "")));
    private Instant now = START;
    /// What cleaning up leaves; absent: nothing changes.
    private Optional<String> diskAfter = Optional.empty();

    private void add(Pod pod, PodStats used) {
        pods.add(pod);
        stats.put(pod.meta().uid(), used);
    }

    private void configure(String hard, String soft, String grace, String reclaim) {
        state = new PressureState(pressure(settings(hard, soft, grace, reclaim)));
    }

    private PassRecord look(Duration later, BiFunction<NodeStats, Instant, NodeStats> change) {
        now = now.plus(later);
        return see(change.apply(plenty(now), now));
    }

    private PassRecord see(NodeStats node) {
        var answer = new LayoutAnswer.Found(layout);
        return switch (state.begin(now, answer, Optional.of(new Summary(node, stats)), pods)) {
            case PressureState.Step.Done(PassRecord record) -> record;
            case PressureState.Step.CleanUp(PassRecord _, List<Reclaim> _) -> {
                NodeStats after =
                        diskAfter.map(left -> withDisk(node, left, now)).orElse(node);
                yield state.afterReclaim(now, Optional.of(new Summary(after, stats)));
            }
        };
    }

    private PassRecord memoryAt(Duration later, String available) {
        return look(later, (node, at) -> withMemory(node, available, at));
    }

    private static String text(PassRecord record) {
        String evicted = record.evictions().isEmpty()
                ? "nobody"
                : record.evictions().getFirst().pod().meta().name() + " "
                        + record.evictions().getFirst().graceSeconds();
        return evicted
                + record.conditions().stream()
                        .sorted()
                        .map(each -> " " + each.type())
                        .reduce("", String::concat);
    }

    private void fivePods() {
        String guaranteed =
                "'priority': -1, 'terminationGracePeriodSeconds': 30, 'containers': [{'name': 'c', 'resources':"
                        + " {'requests': {'memory': '1Gi', 'cpu': '1'}, 'limits': {'memory': '1Gi', 'cpu': '1'}}}]";
        add(pod("guaranteed-low", guaranteed), memory("900Mi"));
        add(asking("burstable-below", 0, "memory", "100Mi"), memory("50Mi"));
        add(asking("burstable-above", 0, "memory", "100Mi"), memory("400Mi"));
        add(asking("be-high", 1, "memory", ""), memory("400Mi"));
        add(asking("be-low", -1, "memory", ""), memory("100Mi"));
    }

    private boolean admits(String name) {
        Pod pod = name.equals("be") ? asking("new", 0, "memory", "") : asking("new", 0, "memory", "100Mi");
        return PressureAdmissionRule.decide(pod, state.conditions()) instanceof PressureAdmissionRule.Verdict.Admit;
    }

    @Test
    void s1HardAndSoftMemory() {
        fivePods();
        configure("memory.available=1Gi", "memory.available=2Gi", "memory.available=2m", "");
        assertThat(text(memoryAt(Duration.ZERO, "2Gi"))).isEqualTo("nobody");
        assertThat(text(memoryAt(Duration.ofMinutes(1), "1500Mi"))).isEqualTo("nobody MemoryPressure");
        assertThat(text(memoryAt(Duration.ofMinutes(3), "1500Mi"))).isEqualTo("be-low 5 MemoryPressure");
        assertThat(text(memoryAt(Duration.ofMinutes(20), "3Gi"))).isEqualTo("nobody");
        assertThat(text(memoryAt(Duration.ofMinutes(1), "500Mi"))).isEqualTo("be-low 1 MemoryPressure");
        assertThat(admits("be")).isFalse();
        assertThat(admits("burstable")).isTrue();
        assertThat(text(memoryAt(Duration.ofMinutes(1), "2Gi"))).isEqualTo("nobody MemoryPressure");
        assertThat(admits("be")).isFalse();
        assertThat(text(memoryAt(Duration.ofMinutes(5), "2Gi"))).isEqualTo("nobody");
        assertThat(admits("be")).isTrue();
    }

    @Test
    void s2TheMinimumReclaimKeepsPodsGoing() {
        fivePods();
        configure("memory.available=1Gi", "", "", "memory.available=500Mi");
        assertThat(text(memoryAt(Duration.ZERO, "2Gi"))).isEqualTo("nobody");
        assertThat(text(memoryAt(Duration.ofMinutes(1), "500Mi"))).isEqualTo("be-low 1 MemoryPressure");
        assertThat(text(memoryAt(Duration.ofMinutes(1), "1200Mi"))).isEqualTo("be-low 1 MemoryPressure");
        assertThat(text(memoryAt(Duration.ofMinutes(1), "2Gi"))).isEqualTo("nobody MemoryPressure");
        assertThat(text(memoryAt(Duration.ofMinutes(5), "2Gi"))).isEqualTo("nobody");
    }

    @Test
    void s3TheMemoryOfAllPods() {
        fivePods();
        configure("allocatableMemory.available=1Gi", "", "", "");
        assertThat(text(look(Duration.ZERO, (node, at) -> withAllocatable(node, "4Gi", at))))
                .isEqualTo("nobody");
        assertThat(text(look(Duration.ofMinutes(1), (node, at) -> withAllocatable(node, "500Mi", at))))
                .isEqualTo("be-low 1 MemoryPressure");
    }

    @Test
    void s4Tasks() {
        add(asking("p900", 1, "memory", ""), processes(900));
        add(asking("p100", 0, "memory", ""), processes(100));
        add(asking("p400", 0, "memory", ""), processes(400));
        add(asking("p600", -1, "memory", ""), processes(600));
        add(asking("p50", -1, "memory", ""), processes(50));
        configure("pid.available=1200", "pid.available=1500", "pid.available=2m", "");
        List<String> text = new ArrayList<>();
        long[][] steps = {{0, 300}, {1, 700}, {3, 700}, {20, 300}, {1, 1200}, {1, 300}, {5, 300}};
        for (long[] step : steps) {
            text.add(text(look(Duration.ofMinutes(step[0]), (node, at) -> withProcesses(node, 2000, step[1], at))));
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

    private void diskPods() {
        add(asking("low-900", -1, "ephemeral-storage", ""), container("c", "0", "900Mi", "0"));
        add(asking("logs", 0, "ephemeral-storage", "100Mi"), container("c", "0", "0", "50Mi"));
        add(asking("layer", 0, "ephemeral-storage", "100Mi"), container("c", "0", "400Mi", "0"));
        add(
                pod(
                        "high-volume",
                        "'priority': 1, 'containers': [{'name': 'c'}], 'volumes': [{'name': 'v', 'emptyDir': {}}]"),
                volume("v", "400Mi"));
        add(asking("low-100", -1, "ephemeral-storage", ""), container("c", "0", "100Mi", "0"));
    }

    private PassRecord diskAt(Duration later, String available) {
        return look(later, (node, at) -> withDisk(node, available, at));
    }

    @Test
    void s5S6AndS7DiskIsCleanedUpFirst() {
        diskPods();
        configure("nodefs.available=1Gi", "", "", "nodefs.available=500Mi");
        PassRecord evicting = diskAt(Duration.ZERO, "500Mi");
        assertThat(text(evicting)).as("S5").isEqualTo("low-900 1 DiskPressure");
        assertThat(evicting.reclaimed()).containsExactly(Reclaim.DEAD_CONTAINERS, Reclaim.UNUSED_IMAGES);
        diskAfter = Optional.of("16Gi");
        assertThat(text(diskAt(Duration.ofMinutes(1), "500Mi"))).as("S6").isEqualTo("nobody DiskPressure");
        diskAfter = Optional.of("1.1G");
        assertThat(text(diskAt(Duration.ofMinutes(1), "500Mi"))).as("S7").isEqualTo("low-900 1 DiskPressure");
    }

    @Test
    void s8AnUnrelatedSoftThresholdSendsAPodAwayAlthoughTheDiskIsClean() {
        diskPods();
        configure("nodefs.available=1Gi", "memory.available=2Gi", "memory.available=10m", "");
        diskAfter = Optional.of("16Gi");
        PassRecord record = look(Duration.ZERO, (node, at) -> withMemory(withDisk(node, "500Mi", at), "1.5Gi", at));
        assertThat(text(record)).isEqualTo("low-900 1 MemoryPressure DiskPressure");
        assertThat(record.reclaiming()).contains(Signal.NODEFS_AVAILABLE);
    }

    @Test
    void s9MemoryGoesBeforeDisk() {
        diskPods();
        configure("nodefs.available=1Gi memory.available=1Gi", "", "", "");
        PassRecord record = look(Duration.ZERO, (node, at) -> withMemory(withDisk(node, "500Mi", at), "500Mi", at));
        assertThat(record.reclaiming()).contains(Signal.MEMORY_AVAILABLE);
    }

    @Test
    void s10AndS11CriticalPodsStay() {
        String source = "'annotations': {'kubernetes.io/config.source': 'file'}";
        add(pod("static", source, "'containers': [{'name': 'c'}]"), memory("900Mi"));
        add(pod("critical", "'priority': 2000000000, 'containers': [{'name': 'c'}]"), memory("900Mi"));
        configure("memory.available=1Gi", "", "", "");
        PassRecord record = memoryAt(Duration.ZERO, "500Mi");
        assertThat(text(record)).as("S10").isEqualTo("nobody MemoryPressure");
        assertThat(record.criticalSkipped()).hasSize(2);
        add(asking("other", 5, "memory", ""), memory("1Mi"));
        assertThat(text(memoryAt(Duration.ofSeconds(10), "500Mi"))).as("S11").isEqualTo("other 1 MemoryPressure");
    }

    @Test
    void s12LimitsHoldWithoutThresholds() {
        add(
                pod("p", "'containers': [{'name': 'c'}], 'volumes': [{'name': 'v', 'emptyDir': {'sizeLimit': '1Gi'}}]"),
                volume("v", "2Gi"));
        assertThat(text(memoryAt(Duration.ZERO, "2Gi"))).isEqualTo("p 1");
    }

    @Test
    void l4L8AndL9EveryViolatorGoesAndThresholdsWait() {
        String limited = "'containers': [{'name': 'c'}], 'volumes': [{'name': 'v', 'emptyDir': {'sizeLimit': '1Gi'}}]";
        for (String name : List.of("a", "b", "c")) {
            add(pod(name, limited), volume("v", "2Gi"));
        }
        configure("memory.available=1Gi", "", "", "");
        PassRecord record = memoryAt(Duration.ZERO, "500Mi");
        assertThat(record.evictions()).as("L4").hasSize(3);
        assertThat(record.reclaiming()).as("L4").isEmpty();
        assertThat(record.evictions()).as("L9").allSatisfy(each -> {
            assertThat(each.disruptionTarget()).isFalse();
            assertThat(each.annotations()).isEmpty();
            assertThat(each.graceSeconds()).isEqualTo(1);
        });
        state = new PressureState(new PressureSettings(List.of(), Duration.ofMinutes(5), 5, false, true));
        assertThat(memoryAt(Duration.ofSeconds(10), "2Gi").evictions()).as("L8").isEmpty();
    }

    @Test
    void s14WithTheGateOffASplitNodeNeverEvicts() {
        fivePods();
        layout = FilesystemLayout.SPLIT;
        var on = pressure(settings("memory.available=1Gi", "", "", ""));
        state = new PressureState(new PressureSettings(on.thresholds(), on.transitionPeriod(), 5, true, false));
        assertThat(memoryAt(Duration.ZERO, "500Mi").error())
                .contains("KubeletSeparateDiskGC is turned off but we still have a split filesystem");
        assertThat(text(memoryAt(Duration.ofSeconds(10), "500Mi"))).isEqualTo("nobody MemoryPressure");
    }

    @Test
    void s15AndS16ThresholdsOfTheContainersFilesystemFollow() {
        configure("nodefs.available=1Gi containerfs.available=5Gi", "", "", "");
        assertThat(diskAt(Duration.ZERO, "2Gi").complaint())
                .as("S15")
                .contains("found containerfs.available for hard eviction. ignoring");
        assertThat(text(diskAt(Duration.ofSeconds(10), "2Gi"))).as("S15").isEqualTo("nobody");
        layout = FilesystemLayout.DEDICATED;
        configure("imagefs.available=15% imagefs.inodesFree=5%", "", "", "");
        diskAt(Duration.ofSeconds(10), "100Gi");
        assertThat(state.thresholds().stream()
                        .filter(each -> each.signal() == Signal.CONTAINERFS_AVAILABLE && !each.blank())
                        .map(each -> each.value().toString()))
                .as("S16")
                .containsExactly("Share[fraction=0.15]");
    }

    @Test
    void s17ARestartForgetsConditions() {
        fivePods();
        configure("memory.available=1Gi", "", "", "");
        memoryAt(Duration.ZERO, "500Mi");
        configure("memory.available=1Gi", "", "", "");
        assertThat(text(memoryAt(Duration.ofSeconds(10), "2Gi"))).isEqualTo("nobody");
    }

    @Test
    void s18DerivedThresholdsActFromTheSecondPass() {
        layout = FilesystemLayout.SPLIT;
        diskPods();
        configure("nodefs.available=1Gi", "", "", "");
        BiFunction<NodeStats, Instant, NodeStats> containersShort = (node, at) -> new NodeStats(
                node.memory(),
                node.allocatableMemory(),
                node.nodefs(),
                node.imagefs(),
                Optional.of(EvictionSamples.filesystem("500Mi", "200Gi", at)),
                node.processes());
        assertThat(text(look(Duration.ZERO, containersShort))).isEqualTo("nobody");
        assertThat(text(look(Duration.ofSeconds(10), containersShort))).isEqualTo("low-900 1 DiskPressure");
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

    @Test
    void m1ToM6AndM10ToM12WhenAThresholdIsMetAndOver() {
        fivePods();
        configure("memory.available=1Gi", "", "", "memory.available=500Mi");
        assertThat(text(memoryAt(Duration.ZERO, "2Gi"))).as("M2").isEqualTo("nobody");
        assertThat(text(memoryAt(Duration.ofSeconds(10), "1Gi"))).as("M5").isEqualTo("nobody");
        assertThat(text(memoryAt(Duration.ofSeconds(10), "500Mi"))).as("M1").startsWith("be-low");
        assertThat(text(memoryAt(Duration.ofSeconds(10), "1075Mi"))).as("M3").startsWith("be-low");
        assertThat(text(memoryAt(Duration.ofSeconds(10), "1523Mi")))
                .as("M6, M10")
                .startsWith("be-low");
        assertThat(text(memoryAt(Duration.ofSeconds(10), "1524Mi")))
                .as("M6, M10")
                .startsWith("nobody");
        memoryAt(Duration.ofSeconds(10), "500Mi");
        assertThat(text(memoryAt(Duration.ofSeconds(10), "2Gi"))).as("M4").startsWith("nobody");
        configure("imagefs.available=100Gi", "", "", "imagefs.available=2Gi");
        assertThat(text(diskAt(Duration.ofMinutes(10), "99Gi"))).as("M11").doesNotStartWith("nobody");
        assertThat(text(diskAt(Duration.ofSeconds(10), "101.9Gi"))).as("M11").doesNotStartWith("nobody");
        assertThat(text(diskAt(Duration.ofSeconds(10), "102Gi"))).as("M11").startsWith("nobody");
        configure("memory.available=500Mi", "", "", "memory.available=0Mi");
        memoryAt(Duration.ofSeconds(10), "400Mi");
        assertThat(text(memoryAt(Duration.ofSeconds(10), "500Mi"))).as("M12").startsWith("nobody");
    }

    private static NodeStats ofMemory(NodeStats node, long available, long capacity, Instant at) {
        return withMemory(node, String.valueOf(available), at).memory().isEmpty()
                ? node
                : new NodeStats(
                        Optional.of(EvictionSamples.memory(
                                String.valueOf(available), String.valueOf(capacity - available), at)),
                        node.allocatableMemory(),
                        node.nodefs(),
                        node.imagefs(),
                        node.containerfs(),
                        node.processes());
    }

    @Test
    void m7ToM9SharesAreOfWhatThereIs() {
        fivePods();
        configure("memory.available=20%", "", "", "memory.available=5%");
        long capacity = bytes("1000Mi");
        BiFunction<String, String, String> seen = (minutes, available) ->
                text(look(Duration.ofSeconds(10), (node, at) -> ofMemory(node, bytes(available), capacity, at)));
        assertThat(seen.apply("", "300Mi")).as("M7").isEqualTo("nobody");
        assertThat(seen.apply("", "100Mi")).as("M7").startsWith("be-low");
        assertThat(seen.apply("", "225Mi")).as("M8").startsWith("be-low");
        assertThat(seen.apply("", "300Mi")).as("M8").startsWith("nobody");
        configure("nodefs.available=30%", "", "", "");
        assertThat(text(diskAt(Duration.ofMinutes(10), "80Gi"))).as("M9").startsWith("nobody");
        assertThat(text(diskAt(Duration.ofSeconds(10), "20Gi"))).as("M9").doesNotStartWith("nobody");
    }

    @Test
    void m13ToM15NumbersThatAreNotNewAreNotActedOn() {
        fivePods();
        configure("memory.available=1Gi", "", "", "");
        assertThat(text(memoryAt(Duration.ofSeconds(10), "500Mi"))).as("M15").startsWith("be-low");
        Instant first = now;
        assertThat(text(look(Duration.ofSeconds(10), (node, _) -> withMemory(node, "500Mi", first))))
                .as("M13")
                .isEqualTo("nobody MemoryPressure");
        assertThat(text(look(Duration.ofSeconds(10), (node, _) -> withMemory(node, "500Mi", first.minusSeconds(5)))))
                .as("M14")
                .isEqualTo("nobody MemoryPressure");
        assertThat(text(memoryAt(Duration.ofSeconds(10), "500Mi"))).as("M15").startsWith("be-low");
    }

    @Test
    void m16AndM17AGraceRunsAnewAfterOneGoodLook() {
        fivePods();
        configure("", "memory.available=2Gi", "memory.available=2m", "");
        memoryAt(Duration.ZERO, "1.9Gi");
        assertThat(text(memoryAt(Duration.ofSeconds(119), "1.9Gi"))).as("M16").isEqualTo("nobody MemoryPressure");
        assertThat(text(memoryAt(Duration.ofSeconds(1), "1.9Gi"))).as("M16").isEqualTo("be-low 5 MemoryPressure");
        configure("", "memory.available=2Gi", "memory.available=2m", "");
        for (int i = 0; i < 12; i++) {
            assertThat(text(memoryAt(Duration.ofSeconds(10), "1.9Gi")))
                    .as("M17")
                    .isEqualTo("nobody MemoryPressure");
        }
        assertThat(text(memoryAt(Duration.ofSeconds(10), "2.1Gi"))).as("M17").isEqualTo("nobody MemoryPressure");
        for (int i = 0; i < 12; i++) {
            assertThat(text(memoryAt(Duration.ofSeconds(10), "1.9Gi")))
                    .as("M17")
                    .isEqualTo("nobody MemoryPressure");
        }
        assertThat(text(memoryAt(Duration.ofSeconds(10), "1.9Gi"))).as("M17").startsWith("be-low");
    }

    @Test
    void m18AndM20AConditionIsHeldForTheTransitionPeriod() {
        configure("memory.available=1Gi", "", "", "");
        memoryAt(Duration.ZERO, "500Mi");
        assertThat(memoryAt(Duration.ofSeconds(299), "2Gi").conditions())
                .as("M18")
                .containsExactly(PressureCondition.MEMORY);
        assertThat(memoryAt(Duration.ofSeconds(1), "2Gi").conditions())
                .as("M18")
                .isEmpty();
        assertThat(dev.tenure.kubelet.configuration.KubeletConfigurationParser.parse("""
                        apiVersion: kubelet.config.k8s.io/v1beta1
                        kind: KubeletConfiguration
                        evictionPressureTransitionPeriod: 0s
                        """)
                        .transitionPeriod())
                .as("M20")
                .isEqualTo(Duration.ofMinutes(5));
    }

    @Test
    void m19AndF4AndF8ASignalThatIsNotSeenMeetsNothing() {
        fivePods();
        configure("memory.available=1Gi nodefs.available=1Gi", "", "", "");
        memoryAt(Duration.ZERO, "500Mi");
        PassRecord record = look(
                Duration.ofSeconds(10),
                (node, _) -> new NodeStats(
                        Optional.empty(),
                        Optional.empty(),
                        node.nodefs(),
                        Optional.empty(),
                        node.containerfs(),
                        node.processes()));
        assertThat(text(record)).isEqualTo("nobody MemoryPressure");
        assertThat(record.metOrUnresolved()).isEmpty();
    }

    @Test
    void f9WithoutASummaryNothingHappens() {
        fivePods();
        configure("memory.available=1Gi", "", "", "");
        var done = (PressureState.Step.Done) state.begin(now, new LayoutAnswer.Found(layout), Optional.empty(), pods);
        assertThat(text(done.record())).isEqualTo("nobody");
        assertThat(done.record().error()).isEmpty();
    }
}
