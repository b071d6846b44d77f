package dev.tenure.controllers.endpoint;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.model.core.Pod;
import dev.tenure.model.core.Service;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.ObjectNode;
import dev.tenure.wire.view.Views;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/// Into which slices of a service new entries go, and which slices are touched.
final class SlicePlanTest {
    private static final Service SERVICE = (Service) Views.view(ResourceTypes.SERVICES, json("""
            {"metadata": {"name": "s", "namespace": "default", "uid": "1"}, "spec": {"selector": {"app": "web"},
             "clusterIP": "10.0.0.1", "ports": [{"port": 80}]}}"""));

    private final List<ObjectNode> slices = new ArrayList<>();

    private static ObjectNode json(String text) {
        return Json.readObject(text.getBytes(StandardCharsets.UTF_8));
    }

    private static PodEndpoint endpoint(int number) {
        var pod = (Pod) Views.view(ResourceTypes.PODS, json("""
                {"metadata": {"name": "p-%1$d", "namespace": "default", "uid": "p-%1$d"}, "spec": {"nodeName": "n"},
                 "status": {"phase": "Running", "podIPs": [{"ip": "10.9.%2$d.%3$d"}],
                 "conditions": [{"type": "Ready", "status": "True"}]}}""".formatted(number, number / 200, number % 200 + 1)));
        return EndpointRule.endpoint(SERVICE, pod, EndpointRule.IPV4, "").orElseThrow();
    }

    /// The plan for the pods from `from` to `to`, the last one not included.
    private SlicePlan plan(int from, int to) {
        List<PodEndpoint> behind =
                IntStream.range(from, to).mapToObj(SlicePlanTest::endpoint).toList();
        return SlicePlan.of(SERVICE, Map.of(EndpointRule.IPV4, behind), slices);
    }

    private void carryOut(SlicePlan plan) {
        for (ObjectNode updated : plan.update()) {
            slices.replaceAll(slice -> name(slice).equals(name(updated)) ? updated : slice);
        }
        plan.delete().forEach(deleted -> slices.removeIf(slice -> name(slice).equals(name(deleted))));
        for (ObjectNode created : plan.create()) {
            created.withObject("/metadata").put("name", "s-" + slices.size());
            slices.add(created);
        }
    }

    private static String name(ObjectNode slice) {
        return slice.at("/metadata/name").asText();
    }

    private List<Integer> sizes() {
        return slices.stream().map(slice -> slice.path("endpoints").size()).toList();
    }

    @Test
    void aHundredFitIntoASlice() {
        carryOut(plan(0, 230));
        assertThat(sizes()).containsExactly(100, 100, 30);
    }

    @Test
    void whatIsRightIsNotTouched() {
        carryOut(plan(0, 130));
        SlicePlan again = plan(0, 130);
        assertThat(again.create()).isEmpty();
        assertThat(again.update()).isEmpty();
        assertThat(again.delete()).isEmpty();
    }

    @Test
    void newOnesGoIntoTheFullestSliceThatHasRoomForAllOfThem() {
        carryOut(plan(0, 130));
        carryOut(plan(0, 200));
        assertThat(sizes()).containsExactly(100, 100);
    }

    @Test
    void newOnesThatFitNowhereTogetherGetASliceOfTheirOwn() {
        carryOut(plan(0, 130));
        SlicePlan more = plan(0, 210);
        assertThat(more.update()).isEmpty();
        carryOut(more);
        assertThat(sizes()).containsExactly(100, 30, 80);
    }

    @Test
    void newOnesGoFirstIntoASliceThatChangesAnyway() {
        carryOut(plan(0, 130));
        carryOut(plan(10, 140));
        assertThat(sizes()).containsExactly(100, 30);
    }

    /// Upstream's controller may be told to put up to a thousand into one.
    @Test
    void aSliceThatOthersMadeLargerTakesNoMore() {
        carryOut(plan(0, 100));
        carryOut(plan(0, 110));
        ObjectNode large = slices.removeFirst();
        slices.removeFirst().path("endpoints").forEach(large.withArray("/endpoints")::add);
        slices.add(large);

        carryOut(plan(3, 115));

        assertThat(sizes()).containsExactly(107, 5);
    }

    @Test
    void aSliceOfWhichNothingStaysIsDeletedOrUsedAgain() {
        carryOut(plan(0, 130));
        carryOut(plan(0, 100));
        assertThat(sizes()).containsExactly(100);
        carryOut(plan(200, 250));
        assertThat(sizes()).containsExactly(50);
        assertThat(name(slices.getFirst())).isEqualTo("s-0");
    }

    @Test
    void oneEmptySliceTellsThatThereIsNothing() {
        carryOut(plan(0, 130));
        carryOut(plan(0, 0));
        assertThat(sizes()).containsExactly(0);
    }
}
