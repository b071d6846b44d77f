package dev.tenure.cli.status;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.ObjectNode;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class PodTallyTest {
    private static final String OWNER =
            "\"ownerReferences\":[{\"apiVersion\":\"apps/v1\",\"kind\":\"ReplicaSet\",\"name\":\"web\",\"uid\":\"u\","
                    + "\"controller\":true}]";

    private static ObjectNode json(String text) {
        return Json.readObject(text.getBytes(StandardCharsets.UTF_8));
    }

    private static ObjectNode pod(String meta, String status) {
        return json("{\"metadata\":{\"namespace\":\"default\",%s,\"creationTimestamp\":\"2026-01-02T03:04:05Z\"},"
                        .formatted(meta)
                + "\"spec\":{\"nodeName\":\"node-1\",\"containers\":[]},\"status\":{%s}}".formatted(status));
    }

    @Test
    void podsAreCountedByPhaseAndThoseThatEndForThemselves() {
        var tally = new PodTally();
        tally.add(pod("\"name\":\"a\"", "\"phase\":\"Running\""));
        tally.add(pod("\"name\":\"b\"", "\"phase\":\"Running\""));
        tally.add(pod("\"name\":\"c\",\"deletionTimestamp\":\"2026-01-02T03:05:05Z\"", "\"phase\":\"Running\""));
        tally.add(pod("\"name\":\"d\"", ""));
        tally.add(pod("\"name\":\"e\"", "\"phase\":\"Dreaming\""));
        tally.add(pod("\"name\":\"f\"", "\"phase\":\"Failed\""));
        ObjectNode status = Json.object();
        tally.into(status);
        assertThat(status.path("pods"))
                .isEqualTo(json("{\"Failed\":1,\"Pending\":1,\"Running\":2,\"Terminating\":1,\"Unknown\":1}"));
        assertThat(status.path("rejected")).isEmpty();
    }

    @Test
    void rejectedPodsAreCountedByTheirMaker() {
        String rejected = "\"phase\":\"Failed\",\"message\":\"Pod was rejected: node is full\"";
        var tally = new PodTally();
        tally.add(pod("\"name\":\"a\"," + OWNER, rejected));
        tally.add(pod("\"name\":\"b\"," + OWNER, rejected));
        tally.add(pod("\"name\":\"c\"," + OWNER, "\"phase\":\"Running\",\"message\":\"Pod was rejected: not so\""));
        ObjectNode status = Json.object();
        tally.into(status);
        assertThat(status.path("rejected")).hasSize(1);
        assertThat(status.path("rejected").path(0))
                .isEqualTo(json("{\"owner\":\"ReplicaSet default/web\",\"node\":\"node-1\",\"pods\":2,"
                        + "\"last\":\"2026-01-02T03:04:05Z\",\"why\":\"node is full\"}"));
    }
}
