package dev.tenure.simnodes.usage;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.model.core.Pod;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.model.metrics.ResourceUsage.Amounts;
import dev.tenure.model.metrics.ResourceUsage.OfContainer;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.view.Views;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

/// Processor time that pods and nodes declare to use.
final class DeclaredProcessorsTest {
    private static final Pod POD =
            (Pod) Views.view(ResourceTypes.PODS, Json.readObject("""
        {"metadata": {"name": "web"}, "spec": {"containers": [
          {"name": "main", "resources": {"limits": {"cpu": "400m"}}}, {"name": "side"}]}}
        """.getBytes(StandardCharsets.UTF_8)));

    private static List<OfContainer> used(int seconds, Map<String, String> declared) {
        return SimulatedPodUsageRule.used(POD, DeclaredUsage.of(declared), Duration.ofSeconds(seconds));
    }

    private static OfContainer of(String name, long cpu, long memory) {
        return new OfContainer(name, OptionalLong.of(cpu), OptionalLong.of(memory));
    }

    @Test
    void theFirstContainerUsesWhatIsDeclaredUpToItsLimit() {
        var declared = Map.of(
                DeclaredUsage.PREFIX + "cpu", "ramp to=1 over=10s",
                DeclaredUsage.PREFIX + "cpu.side", "25m",
                DeclaredUsage.PREFIX + "memory", "1Mi");
        assertThat(used(2, declared)).containsExactly(of("main", 200, 1 << 20), of("side", 25, 0));
        assertThat(used(9, declared)).containsExactly(of("main", 400, 1 << 20), of("side", 25, 0));
    }

    @Test
    void nothingIsKnownOfWhatNoContainerDeclares() {
        var idle = new OfContainer("side", OptionalLong.of(0), OptionalLong.empty());
        assertThat(used(2, Map.of(DeclaredUsage.PREFIX + "cpu", "100m")))
                .containsExactly(new OfContainer("main", OptionalLong.of(100), OptionalLong.empty()), idle);
        assertThat(used(2, Map.of()))
                .allSatisfy(container -> assertThat(container.cpuMilli()).isEmpty())
                .allSatisfy(container -> assertThat(container.memoryBytes()).isEmpty());
    }

    @Test
    void aNodeUsesWhatItDeclaresAndWhatItsPodsUse() {
        Instant since = Instant.parse("2026-03-01T12:00:00Z");
        var declared = Map.of(DeclaredUsage.PREFIX + "cpu", "300m", DeclaredUsage.PREFIX + "memory", "1Mi");
        var node = new NodeUsage(DeclaredUsage.of(declared), since);
        assertThat(node.used(List.of(of("main", 200, 5), of("side", 25, 6)), since.plusSeconds(3)))
                .isEqualTo(new Amounts(525, (1 << 20) + 11));
    }
}
