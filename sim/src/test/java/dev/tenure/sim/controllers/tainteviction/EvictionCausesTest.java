package dev.tenure.sim.controllers.tainteviction;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.controllers.tainteviction.stay.Semantics;
import dev.tenure.model.meta.ApiReply;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.sim.stage.Stage;
import dev.tenure.sim.stage.StageManifests;
import dev.tenure.wire.json.Document;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.ObjectNode;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/// Every pod that leaves its node before its time has one cause in the ledger of that node.
class EvictionCausesTest {
    private static Stage stage() {
        Stage stage = Stage.of(Semantics.DOCUMENTED).node("n");
        stage.cluster().startScheduler();
        return stage.at(30).begin();
    }

    /// Pods and causes, as the records of all nodes say.
    private static Map<String, String> causes(Stage stage) {
        var causes = new TreeMap<String, String>();
        for (var map : stage.all(ResourceTypes.CONFIG_MAPS)) {
            String ledger = Document.of(map.content()).text("data", "evictions");
            if (!ledger.isEmpty()) {
                for (JsonNode entry : Json.read(ledger.getBytes(StandardCharsets.UTF_8))) {
                    String before = causes.put(
                            entry.path("pod").asText(), entry.path("cause").asText());
                    assertThat(before).as("one cause for %s", entry).isNull();
                }
            }
        }
        return causes;
    }

    private static ObjectNode pod(String name, String cpu) {
        ObjectNode pod = StageManifests.pod(name, "", "[]");
        ObjectNode spec = pod.withObjectProperty("spec");
        spec.remove("nodeName");
        ((ObjectNode) spec.at("/containers/0"))
                .withObject("/resources/requests")
                .put("cpu", cpu);
        return pod;
    }

    private static void annotate(ObjectNode pod, String resource, String usage) {
        pod.withObject("/metadata/annotations").put("usage.simulation.tenure.dev/" + resource, usage);
    }

    private static void evict(Stage stage, String pod) {
        var body = StageManifests.json(
                "{'apiVersion': 'policy/v1', 'kind': 'Eviction', 'metadata': {'name': '%s'}}".formatted(pod));
        ApiReply reply = stage.client().create(ResourceTypes.PODS, "default", pod, "eviction", Document.of(body));
        assertThat(reply).isNotInstanceOf(ApiReply.Failure.class);
    }

    @Test
    void taintsTheApiAndPreemptionAreDistinguished() {
        Stage stage = stage().create(
                        ResourceTypes.PRIORITY_CLASSES,
                        StageManifests.json("{'apiVersion': 'scheduling.k8s.io/v1', 'kind': 'PriorityClass',"
                                + " 'metadata': {'name': 'high'}, 'value': 1000}"))
                .create(ResourceTypes.PODS, pod("asked", "1"))
                .create(ResourceTypes.PODS, pod("small", "2"))
                .at(20);
        evict(stage, "asked");
        stage.at(80);
        ObjectNode urgent = pod("urgent", "3");
        urgent.withObjectProperty("spec").put("priorityClassName", "high");
        stage.create(ResourceTypes.PODS, urgent).at(160);
        assertThat(stage.seePod("urgent").spec().nodeName()).isEqualTo("n");
        stage.taints("k=v:NoExecute").at(170);
        assertThat(causes(stage)).isEqualTo(Map.of("asked", "api", "small", "preemption", "urgent", "taint"));
    }

    @Test
    void pressureAndLimitsOfStorageAreDistinguished() {
        ObjectNode greedy = pod("greedy", "1");
        annotate(greedy, "memory", "ramp from=1Gi to=20Gi over=10s");
        ObjectNode writer = pod("writer", "1");
        annotate(writer, "volume.cache", "ramp to=2Gi over=5s");
        writer.withObjectProperty("spec")
                .putArray("volumes")
                .add(StageManifests.json("{'name': 'cache', 'emptyDir': {'sizeLimit': '1Gi'}}"));
        Stage stage = stage().create(ResourceTypes.PODS, greedy).create(ResourceTypes.PODS, writer);
        stage.at(120);
        assertThat(causes(stage)).isEqualTo(Map.of("greedy", "node-pressure", "writer", "local-storage"));
    }

    @Test
    void aRestartTellsNothingTwiceAndCatchesUp() {
        ObjectNode slow = pod("second", "1");
        slow.withObject("/metadata/annotations").put("simulation.tenure.dev/stop-delay", "20s");
        Stage stage = stage().create(ResourceTypes.PODS, pod("first", "1"))
                .create(ResourceTypes.PODS, slow)
                .at(20);
        evict(stage, "first");
        stage.pass(5);
        stage.cluster().restartControllers();
        stage.pass(5);
        assertThat(causes(stage)).isEqualTo(Map.of("first", "api"));
        evict(stage, "second");
        stage.cluster().restartControllers();
        stage.pass(10);
        assertThat(causes(stage)).isEqualTo(Map.of("first", "api", "second", "api"));
    }
}
