package dev.tenure.apiserver.handler;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tenure.apiserver.kinds.KindTable;
import dev.tenure.apiserver.registry.KindEntry;
import dev.tenure.model.core.Pod;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.view.Views;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/// A binding by two insertions leaves what a binding by reading and writing would.
class BoundPodTest {
    private static final KindEntry PODS =
            KindTable.standard().stored("", "pods").orElseThrow();
    private static final Instant NOW = Instant.parse("2026-02-03T04:05:06.789Z");

    private static final String PLAIN = """
            {"kind":"Pod","apiVersion":"v1","metadata":{"name":"web-0","namespace":"default","uid":"u1",
            "creationTimestamp":"2026-01-01T00:00:00Z","labels":{"app":"we\\"b}"},
            "annotations":{"note":"a \\\\\\" brace } and a ] and \\\\"}},
            "spec":{"containers":[{"name":"c","image":"i","resources":{"requests":{"cpu":"1500m","memory":"2Gi"}}}],
            "tolerations":[{"key":"k","operator":"Exists","effect":"NoExecute","tolerationSeconds":300}],
            "restartPolicy":"Always","schedulerName":"default-scheduler","priority":0},
            "status":{"phase":"Pending","qosClass":"Burstable"}}""".replace("\n", "");

    private static StoredObject stored(String json) {
        return Objects.stored(PODS, Json.readObject(json.getBytes(StandardCharsets.UTF_8)));
    }

    @Test
    void insertsWhatReadingAndWritingWouldLeave() {
        ObjectNode tree = Json.readObject(PLAIN.getBytes(StandardCharsets.UTF_8));
        tree.withObject("/spec").put("nodeName", "node-1");
        tree.withObject("/status")
                .putArray("conditions")
                .addObject()
                .put("type", "PodScheduled")
                .put("status", "True")
                .putNull("lastProbeTime")
                .put("lastTransitionTime", "2026-02-03T04:05:06Z");
        StoredObject expected = Objects.stored(PODS, tree);

        StoredObject unwritten = Objects.unwritten(PODS, Json.readObject(PLAIN.getBytes(StandardCharsets.UTF_8)));
        for (StoredObject pod : List.of(stored(PLAIN), unwritten)) {
            StoredObject bound = BoundPod.of(pod, "node-1", NOW).orElseThrow();
            assertThat(new String(bound.json(), StandardCharsets.UTF_8))
                    .isEqualTo(new String(expected.json(), StandardCharsets.UTF_8));
            assertThat(bound.header()).isEqualTo(expected.header());
            assertThat(bound.view(Pod.class)).isEqualTo(expected.view(Pod.class));
        }
    }

    @Test
    void viewOfWrittenPodIsThatOfItsBytes() {
        StoredObject pod = stored(PLAIN);

        assertThat(pod.view(Pod.class)).isEqualTo(Views.reader("", "Pod").read(pod.json()));
    }

    @Test
    void leavesPodsThatHaveConditionsNominationsGatesOrNodeToACloserLook() {
        assertThat(bindingOf(
                        "\"qosClass\":\"Burstable\"", "\"qosClass\":\"Burstable\",\"conditions\":[{\"type\":\"A\"}]"))
                .isEmpty();
        assertThat(bindingOf("\"qosClass\":\"Burstable\"", "\"qosClass\":\"Burstable\",\"nominatedNodeName\":\"n\""))
                .isEmpty();
        assertThat(bindingOf("\"priority\":0", "\"priority\":0,\"schedulingGates\":[{\"name\":\"g\"}]"))
                .isEmpty();
        assertThat(bindingOf("\"priority\":0", "\"priority\":0,\"nodeName\":\"n\""))
                .isEmpty();
        assertThat(bindingOf("\"uid\":\"u1\"", "\"uid\":\"u1\",\"deletionTimestamp\":\"2026-01-01T00:00:00Z\""))
                .isEmpty();
        assertThat(bindingOf("\"status\":{\"phase\":\"Pending\",\"qosClass\":\"Burstable\"}", "\"status\":{}"))
                .isEmpty();
    }

    private static Optional<StoredObject> bindingOf(String part, String instead) {
        assertThat(PLAIN).contains(part);
        return BoundPod.of(stored(PLAIN.replace(part, instead)), "node-1", NOW);
    }
}
