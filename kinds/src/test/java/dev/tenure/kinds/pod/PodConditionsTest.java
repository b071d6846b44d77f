package dev.tenure.kinds.pod;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.wire.json.ArrayNode;
import dev.tenure.wire.json.Json;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import org.junit.jupiter.api.Test;

/// Conditions that a server sets itself leave nothing of earlier ones. Asked of a kube-apiserver 1.36.3.
class PodConditionsTest {
    private static final Instant NOW = Instant.parse("2026-01-01T00:01:00.7Z");
    private static final String READY = "{\"type\":\"Ready\",\"status\":\"True\",\"reason\":\"r\"}";

    private static String set(String present, String reason, String message) {
        var conditions = (ArrayNode) Json.read(("[" + present + "]").getBytes(StandardCharsets.UTF_8));
        PodConditions.setTrue(conditions, "PodScheduled", reason, message, NOW);
        return new String(Json.write(conditions), StandardCharsets.UTF_8);
    }

    private static String scheduled(String since, String more) {
        return "{\"type\":\"PodScheduled\",\"status\":\"True\",\"lastProbeTime\":null,\"lastTransitionTime\":\"" + since
                + "\"" + more + "}";
    }

    @Test
    void aNewConditionComesLast() {
        assertThat(set(READY, "", "")).isEqualTo("[" + READY + "," + scheduled("2026-01-01T00:01:00Z", "") + "]");
    }

    @Test
    void nothingIsLeftOfAnEarlierAttempt() {
        String refused = "{\"type\":\"PodScheduled\",\"status\":\"False\",\"observedGeneration\":3,\"lastProbeTime\":"
                + "\"2025-01-01T00:00:00Z\",\"lastTransitionTime\":\"2025-01-01T00:00:00Z\",\"reason\":\"Unschedulable\","
                + "\"message\":\"0/1 nodes are available\"}";
        assertThat(set(refused + "," + READY, "", ""))
                .isEqualTo("[" + scheduled("2026-01-01T00:01:00Z", "") + "," + READY + "]");
    }

    @Test
    void whatIsTrueAlreadyIsTrueSinceThen() {
        String before = "{\"type\":\"PodScheduled\",\"status\":\"True\",\"observedGeneration\":3,"
                + "\"lastTransitionTime\":\"2025-01-01T00:00:00Z\",\"reason\":\"Other\",\"message\":\"m\"}";
        assertThat(set(before, "Why", "because"))
                .isEqualTo(
                        "[" + scheduled("2025-01-01T00:00:00Z", ",\"reason\":\"Why\",\"message\":\"because\"") + "]");
    }

    @Test
    void whatIsTrueSinceNobodyKnowsWhenStaysSo() {
        String before = "{\"type\":\"PodScheduled\",\"status\":\"True\",\"lastTransitionTime\":null}";
        assertThat(set(before, "", "")).contains("\"lastTransitionTime\":null");
    }
}
