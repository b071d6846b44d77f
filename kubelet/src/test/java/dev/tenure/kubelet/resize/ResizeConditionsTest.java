package dev.tenure.kubelet.resize;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.model.core.Pod;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.wire.json.ArrayNode;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.ObjectNode;
import dev.tenure.wire.view.Views;
import dev.tenure.wire.yaml.Yaml;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class ResizeConditionsTest {
    private static final Instant FIRST = Instant.parse("2026-01-01T00:00:00Z");
    private static final Instant LATER = Instant.parse("2026-01-01T00:01:00Z");

    private static Pod pod(String yaml) {
        return (Pod) Views.view(ResourceTypes.PODS, (ObjectNode)
                Yaml.read(yaml.getBytes(StandardCharsets.UTF_8)).value());
    }

    private static String patch(ResizeConditions conditions, Pod before) {
        ArrayNode list = Json.array();
        conditions.patch(list, before);
        return list.toString();
    }

    @Test
    void whatWaitsKeepsItsTimeUntilItIsGranted() {
        ResizeConditions waits =
                ResizeConditions.NONE.deferred("no room", 2, FIRST).deferred("still none", 3, LATER);
        assertThat(waits.pending().orElseThrow().lastTransitionTime()).isEqualTo(FIRST);
        assertThat(waits.pending().orElseThrow().observedGeneration()).isEqualTo(3);
        ResizeConditions begun = waits.begun(3, LATER);
        assertThat(begun.pending()).isEmpty();
        assertThat(begun.inProgress().orElseThrow().lastTransitionTime()).isEqualTo(LATER);
    }

    @Test
    void errorStaysTheOneOfItsResizeAndIsNotForgottenWhileThatGoesOn() {
        ResizeConditions failed = ResizeConditions.NONE.begun(2, FIRST).failed("too small", 5, LATER);
        assertThat(failed.inProgress().orElseThrow().reason()).isEqualTo("Error");
        assertThat(failed.inProgress().orElseThrow().observedGeneration()).isEqualTo(2);
        assertThat(failed.goingOn(7, LATER)).isEqualTo(failed);
        assertThat(failed.done()).isEqualTo(ResizeConditions.NONE);
    }

    @Test
    void whatNoLongerHoldsIsDeletedInTheApi() {
        Pod before = pod("""
                status:
                  conditions:
                  - {type: PodResizePending, status: "True", reason: Deferred, lastTransitionTime: "2026-01-01T00:00:00Z"}
                """);
        assertThat(patch(ResizeConditions.NONE, before))
                .isEqualTo("[{\"$patch\":\"delete\",\"type\":\"PodResizePending\"}]");
        assertThat(patch(ResizeConditions.shown(before), before)).contains("Deferred", "2026-01-01T00:00:00Z");
        assertThat(patch(ResizeConditions.NONE, pod("status: {}"))).isEqualTo("[]");
    }

    @Test
    void anEmptyReasonOrMessageIsTakenAwayAndAGenerationIsToldWhereThereIsOne() {
        Pod nothing = pod("status: {}");
        assertThat(patch(ResizeConditions.NONE.begun(2, FIRST), nothing)).isEqualTo("""
                [{"type":"PodResizeInProgress","status":"True","lastProbeTime":"2026-01-01T00:00:00Z",\
                "lastTransitionTime":"2026-01-01T00:00:00Z","observedGeneration":2,"reason":null,"message":null}]""");
        assertThat(patch(ResizeConditions.NONE.deferred("no room", 0, FIRST), nothing))
                .isEqualTo("""
                [{"type":"PodResizePending","status":"True","lastProbeTime":"2026-01-01T00:00:00Z",\
                "lastTransitionTime":"2026-01-01T00:00:00Z","reason":"Deferred","message":"no room"}]""");
    }

    @Test
    void bothConditionsAreWrittenAndOnlyTheOneThatIsOverIsDeleted() {
        Pod before = pod("""
                status:
                  conditions:
                  - {type: PodResizePending, status: "True", reason: Deferred}
                  - {type: PodResizeInProgress, status: "True"}
                """);
        assertThat(patch(ResizeConditions.NONE.begun(2, FIRST), before))
                .startsWith("[{\"$patch\":\"delete\",\"type\":\"PodResizePending\"},{\"type\":\"PodResizeInProgress\"");
        assertThat(patch(ResizeConditions.NONE.begun(2, FIRST).deferred("no room", 3, FIRST), before))
                .contains("\"reason\":\"Deferred\"", "\"type\":\"PodResizeInProgress\"")
                .doesNotContain("$patch");
    }

    @Test
    void anotherReasonBeginsAnew() {
        ResizeConditions failed = ResizeConditions.NONE.begun(2, FIRST).failed("too small", 2, LATER);
        assertThat(failed.inProgress().orElseThrow().lastTransitionTime()).isEqualTo(LATER);
    }

    @Test
    void lessComesBeforeMoreThenPriorityThenGuaranteedThenTheOldest() {
        Pod small = pod("spec: {containers: [{name: a, resources: {requests: {cpu: 1}, limits: {cpu: 2}}}]}");
        Pod large = pod("spec: {containers: [{name: a, resources: {requests: {cpu: 2}, limits: {cpu: 2}}}]}");
        Pod urgent = pod("spec: {priority: 5, containers: [{name: a, resources: {requests: {cpu: 2}}}]}");
        Pod whole = pod("""
                status: {qosClass: Guaranteed}
                spec: {containers: [{name: a, resources: {requests: {cpu: 2}}}]}
                """);
        ResizeConditions old = ResizeConditions.NONE.deferred("", 1, FIRST);
        ResizeConditions young = ResizeConditions.NONE.deferred("", 1, LATER);
        List<PendingOrder> ordered = List.of(
                PendingOrder.of(large, small, young),
                PendingOrder.of(small, urgent, young),
                PendingOrder.of(small, whole, young),
                PendingOrder.of(small, large, old),
                PendingOrder.of(small, large, young),
                PendingOrder.of(small, large, ResizeConditions.NONE));
        assertThat(Stream.concat(ordered.reversed().stream(), Stream.empty())
                        .sorted()
                        .toList())
                .isEqualTo(ordered);
    }

    @Test
    void eventsTellAmountsInOrder() {
        var document = Yaml.read("""
                spec:
                  initContainers: [{name: i}]
                  containers:
                  - {name: a, resources: {requests: {memory: "1", cpu: "2"}, limits: {cpu: "3"}}}
                """.getBytes(StandardCharsets.UTF_8)).value();
        assertThat(ResizeMessage.of("Pod resize error", document, 4, "why"))
                .isEqualTo("Pod resize error: {\"initContainers\":[{\"name\":\"i\",\"resources\":{}}],"
                        + "\"containers\":[{\"name\":\"a\",\"resources\":{\"limits\":{\"cpu\":\"3\"},"
                        + "\"requests\":{\"cpu\":\"2\",\"memory\":\"1\"}}}],\"generation\":4,\"error\":\"why\"}");
    }
}
