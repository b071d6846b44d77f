package dev.tenure.node.volume;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.model.core.Pod;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.model.quantity.Quantity;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.view.Views;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class MemoryVolumeTest {
    private static final Quantity ALLOCATABLE = Quantity.parse("8Gi");

    private static Pod pod(String limits) {
        String text =
                "{'metadata': {'name': 'p'}, 'spec': {'containers': [{'name': 'c', 'resources': {'limits': {%s}}}]}}"
                        .formatted(limits);
        return (Pod) Views.view(
                ResourceTypes.PODS, Json.readObject(text.replace('\'', '"').getBytes(StandardCharsets.UTF_8)));
    }

    @Test
    void l6AVolumeInMemoryIsNoLargerThanItsLimitSoItNeverExceedsIt() {
        assertThat(MemoryVolumeRule.sizeBytes(Optional.of(Quantity.parse("100Mi")), pod(""), ALLOCATABLE))
                .hasValue(100L << 20);
    }

    @Test
    void thePodsLimitAndTheNodesRoomBoundItToo() {
        Optional<Quantity> large = Optional.of(Quantity.parse("100Gi"));
        assertThat(MemoryVolumeRule.sizeBytes(large, pod("'memory': '1Gi'"), ALLOCATABLE))
                .hasValue(1L << 30);
        assertThat(MemoryVolumeRule.sizeBytes(large, pod(""), ALLOCATABLE)).hasValue(8L << 30);
        assertThat(MemoryVolumeRule.sizeBytes(Optional.empty(), pod(""), Quantity.ZERO))
                .isEmpty();
    }
}
