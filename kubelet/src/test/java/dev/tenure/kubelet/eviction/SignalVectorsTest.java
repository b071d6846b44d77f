package dev.tenure.kubelet.eviction;

import static dev.tenure.kubelet.eviction.EvictionSamples.bytes;
import static dev.tenure.kubelet.eviction.EvictionSamples.withMemory;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.kubelet.configuration.KubeletConfigurationParser;
import dev.tenure.kubelet.eviction.threshold.PressureCondition;
import dev.tenure.kubelet.stats.NodeStats;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.function.BiFunction;
import org.junit.jupiter.api.Test;

/// What a signal comes to from look to look: the vectors M and F that take more than one.
final class SignalVectorsTest {
    private final PressedNode watched = new PressedNode();

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
    void m1ToM6AndM10ToM12WhenAThresholdIsMetAndOver() {
        watched.fivePods();
        watched.configure("memory.available=1Gi", "", "", "memory.available=500Mi");
        assertThat(PressedNode.text(watched.memoryAt(Duration.ZERO, "2Gi")))
                .as("M2")
                .isEqualTo("nobody");
        assertThat(PressedNode.text(watched.memoryAt(Duration.ofSeconds(10), "1Gi")))
                .as("M5")
                .isEqualTo("nobody");
        assertThat(PressedNode.text(watched.memoryAt(Duration.ofSeconds(10), "500Mi")))
                .as("M1")
                .startsWith("be-low");
        assertThat(PressedNode.text(watched.memoryAt(Duration.ofSeconds(10), "1075Mi")))
                .as("M3")
                .startsWith("be-low");
        assertThat(PressedNode.text(watched.memoryAt(Duration.ofSeconds(10), "1523Mi")))
                .as("M6, M10")
                .startsWith("be-low");
        assertThat(PressedNode.text(watched.memoryAt(Duration.ofSeconds(10), "1524Mi")))
                .as("M6, M10")
                .startsWith("nobody");
        watched.memoryAt(Duration.ofSeconds(10), "500Mi");
        assertThat(PressedNode.text(watched.memoryAt(Duration.ofSeconds(10), "2Gi")))
                .as("M4")
                .startsWith("nobody");
        watched.configure("imagefs.available=100Gi", "", "", "imagefs.available=2Gi");
        assertThat(PressedNode.text(watched.diskAt(Duration.ofMinutes(10), "99Gi")))
                .as("M11")
                .doesNotStartWith("nobody");
        assertThat(PressedNode.text(watched.diskAt(Duration.ofSeconds(10), "101.9Gi")))
                .as("M11")
                .doesNotStartWith("nobody");
        assertThat(PressedNode.text(watched.diskAt(Duration.ofSeconds(10), "102Gi")))
                .as("M11")
                .startsWith("nobody");
        watched.configure("memory.available=500Mi", "", "", "memory.available=0Mi");
        watched.memoryAt(Duration.ofSeconds(10), "400Mi");
        assertThat(PressedNode.text(watched.memoryAt(Duration.ofSeconds(10), "500Mi")))
                .as("M12")
                .startsWith("nobody");
    }

    @Test
    void m7ToM9SharesAreOfWhatThereIs() {
        watched.fivePods();
        watched.configure("memory.available=20%", "", "", "memory.available=5%");
        long capacity = bytes("1000Mi");
        BiFunction<String, String, String> seen = (minutes, available) -> PressedNode.text(
                watched.look(Duration.ofSeconds(10), (node, at) -> ofMemory(node, bytes(available), capacity, at)));
        assertThat(seen.apply("", "300Mi")).as("M7").isEqualTo("nobody");
        assertThat(seen.apply("", "100Mi")).as("M7").startsWith("be-low");
        assertThat(seen.apply("", "225Mi")).as("M8").startsWith("be-low");
        assertThat(seen.apply("", "300Mi")).as("M8").startsWith("nobody");
        watched.configure("nodefs.available=30%", "", "", "");
        assertThat(PressedNode.text(watched.diskAt(Duration.ofMinutes(10), "80Gi")))
                .as("M9")
                .startsWith("nobody");
        assertThat(PressedNode.text(watched.diskAt(Duration.ofSeconds(10), "20Gi")))
                .as("M9")
                .doesNotStartWith("nobody");
    }

    @Test
    void m13ToM15NumbersThatAreNotNewAreNotActedOn() {
        watched.fivePods();
        watched.configure("memory.available=1Gi", "", "", "");
        assertThat(PressedNode.text(watched.memoryAt(Duration.ofSeconds(10), "500Mi")))
                .as("M15")
                .startsWith("be-low");
        Instant first = watched.now();
        assertThat(PressedNode.text(
                        watched.look(Duration.ofSeconds(10), (node, _) -> withMemory(node, "500Mi", first))))
                .as("M13")
                .isEqualTo("nobody MemoryPressure");
        assertThat(PressedNode.text(watched.look(
                        Duration.ofSeconds(10), (node, _) -> withMemory(node, "500Mi", first.minusSeconds(5)))))
                .as("M14")
                .isEqualTo("nobody MemoryPressure");
        assertThat(PressedNode.text(watched.memoryAt(Duration.ofSeconds(10), "500Mi")))
                .as("M15")
                .startsWith("be-low");
    }

    @Test
    void m16AndM17AGraceRunsAnewAfterOneGoodLook() {
        watched.fivePods();
        watched.configure("", "memory.available=2Gi", "memory.available=2m", "");
        watched.memoryAt(Duration.ZERO, "1.9Gi");
        assertThat(PressedNode.text(watched.memoryAt(Duration.ofSeconds(119), "1.9Gi")))
                .as("M16")
                .isEqualTo("nobody MemoryPressure");
        assertThat(PressedNode.text(watched.memoryAt(Duration.ofSeconds(1), "1.9Gi")))
                .as("M16")
                .isEqualTo("be-low 5 MemoryPressure");
        watched.configure("", "memory.available=2Gi", "memory.available=2m", "");
        for (int i = 0; i < 12; i++) {
            assertThat(PressedNode.text(watched.memoryAt(Duration.ofSeconds(10), "1.9Gi")))
                    .as("M17")
                    .isEqualTo("nobody MemoryPressure");
        }
        assertThat(PressedNode.text(watched.memoryAt(Duration.ofSeconds(10), "2.1Gi")))
                .as("M17")
                .isEqualTo("nobody MemoryPressure");
        for (int i = 0; i < 12; i++) {
            assertThat(PressedNode.text(watched.memoryAt(Duration.ofSeconds(10), "1.9Gi")))
                    .as("M17")
                    .isEqualTo("nobody MemoryPressure");
        }
        assertThat(PressedNode.text(watched.memoryAt(Duration.ofSeconds(10), "1.9Gi")))
                .as("M17")
                .startsWith("be-low");
    }

    @Test
    void m18AndM20AConditionIsHeldForTheTransitionPeriod() {
        watched.configure("memory.available=1Gi", "", "", "");
        watched.memoryAt(Duration.ZERO, "500Mi");
        assertThat(watched.memoryAt(Duration.ofSeconds(299), "2Gi").conditions())
                .as("M18")
                .containsExactly(PressureCondition.MEMORY);
        assertThat(watched.memoryAt(Duration.ofSeconds(1), "2Gi").conditions())
                .as("M18")
                .isEmpty();
        assertThat(KubeletConfigurationParser.parse("""
                        apiVersion: kubelet.config.k8s.io/v1beta1
                        kind: KubeletConfiguration
                        evictionPressureTransitionPeriod: 0s
                        """).transitionPeriod())
                .as("M20")
                .isEqualTo(Duration.ofMinutes(5));
    }

    @Test
    void m19AndF4AndF8ASignalThatIsNotSeenMeetsNothing() {
        watched.fivePods();
        watched.configure("memory.available=1Gi nodefs.available=1Gi", "", "", "");
        watched.memoryAt(Duration.ZERO, "500Mi");
        PassRecord record = watched.look(
                Duration.ofSeconds(10),
                (node, _) -> new NodeStats(
                        Optional.empty(),
                        Optional.empty(),
                        node.nodefs(),
                        Optional.empty(),
                        node.containerfs(),
                        node.processes()));
        assertThat(PressedNode.text(record)).isEqualTo("nobody MemoryPressure");
        assertThat(record.metOrUnresolved()).isEmpty();
    }

    @Test
    void f9WithoutASummaryNothingHappens() {
        watched.fivePods();
        watched.configure("memory.available=1Gi", "", "", "");
        var done = (PressureState.Step.Done) watched.blind();
        assertThat(PressedNode.text(done.record())).isEqualTo("nobody");
        assertThat(done.record().error()).isEmpty();
    }
}
