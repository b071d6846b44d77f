package dev.tenure.kubelet.status;

import static dev.tenure.kubelet.pod.PodPlans.exited;
import static dev.tenure.kubelet.pod.PodPlans.held;
import static dev.tenure.kubelet.pod.PodPlans.pod;
import static dev.tenure.kubelet.pod.PodPlans.running;
import static dev.tenure.kubelet.pod.PodPlans.seen;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.kubelet.pod.PodPlan;
import dev.tenure.kubelet.pod.PodSeen;
import dev.tenure.kubelet.pod.RunContainer;
import dev.tenure.kubelet.pod.Waiting;
import dev.tenure.kubelet.resize.Actuated;
import dev.tenure.kubelet.resize.Amounts;
import dev.tenure.kubelet.resize.ResizeConditions;
import dev.tenure.model.core.Pod;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.view.Views;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class PodStatusReportTest {
    private static final String LOOKED_AT = """
            containers:
            - {name: a, image: i}
            ephemeralContainers:
            - {name: look, image: i}
            """;
    private static final String ANEW = """
            containers:
            - name: a
              image: i
              restartPolicy: Never
              restartPolicyRules:
              - {action: RestartAllContainers, exitCodes: {operator: In, values: [42]}}
            - {name: b, image: i}
            """;

    private static JsonNode status(String spec, PodSeen seen) {
        PodPlan plan = pod(spec);
        var facts = new PodStatusReport.Facts(
                plan.pod(), seen, Map.of(), Map.of(), Optional.empty(), false, PodStatusReport.Resizing.NONE);
        return new PodStatusReport(plan, facts, "10.1.1.1", Instant.EPOCH)
                .patch()
                .path("status");
    }

    private static JsonNode condition(JsonNode status, String type) {
        return status.path("conditions")
                .valueStream()
                .filter(condition -> condition.path("type").asText().equals(type))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void ephemeralContainerIsShownAmongItsOwnAndNeverReady() {
        JsonNode status = status(LOOKED_AT, seen(running("a", 0), running("look", 0)));
        JsonNode shown = status.path("ephemeralContainerStatuses").path(0);
        assertThat(shown.path("name").asText()).isEqualTo("look");
        assertThat(shown.path("state").has("running")).isTrue();
        assertThat(shown.path("ready").asBoolean()).isFalse();
        assertThat(shown.has("started")).isFalse();
        assertThat(status.path("containerStatuses").size()).isEqualTo(1);
    }

    @Test
    void podIsReadyWhateverItsEphemeralContainerDoes() {
        for (PodSeen seen : List.of(seen(running("a", 0)), seen(running("a", 0), exited("look", 0, 1)))) {
            JsonNode status = status(LOOKED_AT, seen);
            assertThat(condition(status, "Ready").path("status").asText()).isEqualTo("True");
            assertThat(status.path("phase").asText()).isEqualTo("Running");
        }
    }

    @Test
    void podWhoseContainersAreToStartAnewSaysSo() {
        JsonNode asked = status(ANEW, seen(exited("a", 0, 42), running("b", 0)));
        assertThat(condition(asked, "AllContainersRestarting").path("status").asText())
                .isEqualTo("True");
        JsonNode not = status(ANEW, seen(exited("a", 0, 1), running("b", 0)));
        assertThat(condition(not, "AllContainersRestarting").path("status").asText())
                .isEqualTo("False");
        assertThat(status(LOOKED_AT, seen(running("a", 0))).path("conditions").toString())
                .doesNotContain("AllContainersRestarting");
    }

    @Test
    void whatWasRemovedCountsAsARestartAndIsShownAsTheLastState() {
        PodSeen emptied =
                seen().withRemoved(List.of(exited("a", 2, 42), running("b", 0).endedFor(Waiting.ANEW, 137)));
        JsonNode status = status(ANEW, emptied);
        JsonNode a = status.path("containerStatuses").path(0);
        assertThat(a.path("restartCount").asInt()).isEqualTo(3);
        assertThat(a.path("state").path("waiting").path("reason").asText()).isEqualTo("RestartingAllContainers");
        assertThat(a.path("lastState").path("terminated").path("exitCode").asInt())
                .isEqualTo(42);
        JsonNode again = status(ANEW, seen(running("a", 3), running("b", 1)).withRemoved(emptied.removed()))
                .path("containerStatuses")
                .path(1);
        assertThat(again.path("restartCount").asInt()).isEqualTo(1);
        JsonNode last = again.path("lastState").path("terminated");
        assertThat(last.path("reason").asText()).isEqualTo("RestartingAllContainers");
        assertThat(last.path("exitCode").asInt()).isEqualTo(137);
    }

    @Test
    void amountsThatContainersAreHeldToAreShownBesideThoseSetAside() {
        PodPlan plan = pod("""
                containers:
                - {name: a, image: i, resources: {requests: {cpu: 100m, memory: 1Mi}, limits: {cpu: 5m, memory: 2Mi}}}
                - {name: b, image: i}
                """);
        RunContainer limited = held(running("a", 0), new RunContainer.Held(3 << 20, 10, 200));
        var resizing = new PodStatusReport.Resizing(
                Actuated.NOTHING.with("a0", new Amounts(0, 4 << 20, 0, 0)),
                ResizeConditions.NONE.deferred("no room", 2, Instant.EPOCH),
                Optional.empty());
        var facts = new PodStatusReport.Facts(
                plan.pod(), seen(limited, exited("b", 0, 1)), Map.of(), Map.of(), Optional.empty(), false, resizing);
        JsonNode status = new PodStatusReport(plan, facts, "10.1.1.1", Instant.EPOCH)
                .patch()
                .path("status");
        JsonNode a = status.path("containerStatuses").path(0);
        assertThat(a.path("allocatedResources").toString()).contains("100m", "1Mi");
        assertThat(a.path("resources").path("requests").toString()).contains("200m", "4Mi");
        assertThat(a.path("resources").path("limits").toString()).contains("5m", "3Mi");
        assertThat(status.path("containerStatuses").path(1).path("resources").toString())
                .isEqualTo("{}");
        assertThat(status.path("allocatedResources").toString()).contains("100m");
        assertThat(condition(status, "PodResizePending").path("reason").asText())
                .isEqualTo("Deferred");
    }

    /// A pod of which one container has no limit has none as a whole once it runs.
    @Test
    void limitsOfThePodAsAWholeAreThoseOfItsGroupOnceItRuns() {
        String spec = """
                containers:
                - {name: a, image: i, resources: {requests: {cpu: 1}, limits: {memory: 2Mi}}}
                - {name: b, image: i}
                """;
        JsonNode starting = status(spec, seen());
        assertThat(starting.path("resources").toString())
                .isEqualTo("{\"limits\":{\"memory\":\"2Mi\"},\"requests\":{\"cpu\":\"1\"}}");
        PodPlan plan = pod(spec);
        Pod shown = (Pod) Views.view(ResourceTypes.PODS, Json.readObject("""
                {"spec": {"containers": []}, "status": {"phase": "Running", "resources": {"limits": {"memory": "2Mi"}}}}
                """.getBytes(StandardCharsets.UTF_8)));
        var group = new PodStatusReport.Resizing(
                Actuated.NOTHING, ResizeConditions.NONE, Optional.of(new RunContainer.Held(0, 0, 1000)));
        var facts = new PodStatusReport.Facts(
                shown, seen(running("a", 0)), Map.of(), Map.of(), Optional.empty(), false, group);
        JsonNode status = new PodStatusReport(plan, facts, "10.1.1.1", Instant.EPOCH)
                .patch()
                .path("status");
        assertThat(status.path("resources").toString())
                .isEqualTo("{\"requests\":{\"cpu\":\"1\"},\"limits\":{\"memory\":null}}");
    }
}
