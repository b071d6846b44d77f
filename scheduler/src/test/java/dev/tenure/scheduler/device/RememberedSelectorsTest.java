package dev.tenure.scheduler.device;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.model.core.Node;
import dev.tenure.model.device.Device;
import dev.tenure.model.device.DeviceClass;
import dev.tenure.model.device.ResourceClaim;
import dev.tenure.model.device.ResourceSlice;
import dev.tenure.model.meta.ResourceType;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.rules.device.DeviceMatcher;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.view.Views;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/// How often selectors run when many pods ask for devices of many nodes.
final class RememberedSelectorsTest {
    private static final int NODES = 1_000;

    /// Counts how often it is asked.
    private static final class Counting implements DeviceMatcher {
        private int asked;

        @Override
        public Answer matches(String expression, String driver, Device device) {
            asked++;
            return new Answer.Fits(true);
        }
    }

    private final Counting counting = new Counting();
    private final RememberedSelectors remembered = new RememberedSelectors(counting);
    private final DevicesInUse inUse = new DevicesInUse();
    private final DeviceClass gold = view(
            ResourceTypes.DEVICE_CLASSES,
            DeviceClass.class,
            "{'metadata': {'name': 'gold'}, 'spec': {'selectors': [{'cel': {'expression': 'it'}}]}}");

    private static <T> T view(ResourceType type, Class<T> view, String json) {
        byte[] bytes = json.replace('\'', '"').getBytes(StandardCharsets.UTF_8);
        return view.cast(Views.view(type, Json.readObject(bytes)));
    }

    private static List<ResourceSlice> slices() {
        List<ResourceSlice> slices = new ArrayList<>();
        for (int i = 0; i < NODES; i++) {
            slices.add(view(ResourceTypes.RESOURCE_SLICES, ResourceSlice.class, """
                    {'metadata': {'name': 's%1$d'}, 'spec': {'driver': 'd', 'nodeName': 'n%1$d', 'devices': [{'name': 'd'}],
                     'pool': {'name': 'n%1$d', 'generation': 1, 'resourceSliceCount': 1}}}
                    """.formatted(i)));
        }
        return slices;
    }

    /// Looks at all nodes for the devices of a claim, and takes those of the last one that has some.
    private int schedule(int number, OfferedSlices slices) {
        ResourceClaim claim = view(ResourceTypes.RESOURCE_CLAIMS, ResourceClaim.class, """
                {'metadata': {'name': 'c%1$d', 'namespace': 'x', 'uid': 'c%1$d'}, 'spec': {'devices': {'requests':
                 [{'name': 'r', 'exactly': {'deviceClassName': 'gold'}}]}}}
                """.formatted(number));
        var allocator = new DeviceAllocator(new DeviceAllocator.Offer(
                slices,
                List.of(inUse),
                _ -> Optional.of(gold),
                new DeviceAllocator.Means(remembered.about(slices), () -> "share", NODES)));
        int feasible = 0;
        ResourceClaim taken = claim;
        for (int i = 0; i < NODES; i++) {
            Node node = view(ResourceTypes.NODES, Node.class, "{'metadata': {'name': 'n%d'}}".formatted(i));
            if (allocator.allocate(node, List.of(claim))
                    instanceof DeviceAllocator.Outcome.Allocated(var allocations)) {
                feasible++;
                taken = claim.withUse(new ResourceClaim.Use(Optional.of(allocations.getFirst()), List.of(), List.of()));
            }
        }
        inUse.add(taken);
        return feasible;
    }

    @Test
    void aSelectorRunsOncePerDeviceForHoweverManyPods() {
        var slices = new OfferedSlices(slices());
        for (int pod = 0; pod < 20; pod++) {
            assertThat(schedule(pod, slices)).isEqualTo(NODES - pod);
        }
        assertThat(counting.asked).isEqualTo(NODES);
    }

    @Test
    void itRunsAnewWhenSlicesHaveChanged() {
        schedule(0, new OfferedSlices(slices()));
        schedule(1, new OfferedSlices(slices()));
        assertThat(counting.asked).isEqualTo(2 * NODES - 1);
    }
}
