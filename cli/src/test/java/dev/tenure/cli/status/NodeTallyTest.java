package dev.tenure.cli.status;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.ObjectNode;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class NodeTallyTest {
    private static ObjectNode json(String text) {
        return Json.readObject(text.getBytes(StandardCharsets.UTF_8));
    }

    private static ObjectNode node(String name, String spec, String conditions) {
        return json("{\"metadata\":{\"name\":\"%s\"},\"spec\":{%s},\"status\":{\"conditions\":[%s]}}"
                .formatted(name, spec, conditions));
    }

    @Test
    void nodesAreCountedByWhatTheyAreAndBear() {
        var tally = new NodeTally();
        String ready = "{\"type\":\"Ready\",\"status\":\"True\"}";
        tally.add(node("a", "", ready + ",{\"type\":\"DiskPressure\",\"status\":\"True\"}"));
        tally.add(node("b", "\"unschedulable\":true", ready));
        tally.add(node(
                "c",
                "\"taints\":[{\"key\":\"k\",\"effect\":\"NoExecute\",\"timeAdded\":\"2026-01-02T03:04:05Z\"}]",
                "{\"type\":\"Ready\",\"status\":\"Unknown\"}"));
        tally.add(node("d", "\"taints\":[{\"key\":\"k\",\"effect\":\"NoExecute\"}]", ""));
        ObjectNode status = Json.object();
        tally.into(status);
        assertThat(status)
                .isEqualTo(json("{\"nodes\":{\"total\":4,\"ready\":2,\"cordoned\":1,\"withNoExecuteTaint\":2},"
                        + "\"taints\":{\"k:NoExecute\":[\"c\",\"d\"]},\"pressure\":{\"DiskPressure\":[\"a\"]}}"));
    }
}
