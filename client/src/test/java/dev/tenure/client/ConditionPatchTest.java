package dev.tenure.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.model.core.Condition;
import dev.tenure.model.core.Condition.Truth;
import dev.tenure.wire.json.Json;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

final class ConditionPatchTest {
    private static final Instant BEFORE = Instant.parse("2026-01-01T00:00:00Z");
    private static final Instant NOW = Instant.parse("2026-01-01T00:01:00.7Z");
    private static final Condition READY = condition("Ready", Truth.TRUE, BEFORE);

    private static Condition condition(String type, Truth status, Instant since) {
        return new Condition(type, status, "Why", "because", since, Instant.EPOCH, 2);
    }

    private static String patch(List<Condition> present, Condition wanted) {
        var status = Json.object();
        ConditionPatch.put(status, present, wanted);
        return new String(Json.write(status), StandardCharsets.UTF_8);
    }

    @Test
    void aNewConditionComesLast() {
        assertThat(patch(List.of(READY), condition("DisruptionTarget", Truth.TRUE, NOW)))
                .isEqualTo("{\"$setElementOrder/conditions\":[{\"type\":\"Ready\"},{\"type\":\"DisruptionTarget\"}],"
                        + "\"conditions\":[{\"type\":\"DisruptionTarget\",\"status\":\"True\",\"reason\":\"Why\","
                        + "\"message\":\"because\",\"lastTransitionTime\":\"2026-01-01T00:01:00Z\","
                        + "\"observedGeneration\":2}]}");
    }

    @Test
    void anotherReasonForTheSameDoesNotBeginAnew() {
        Condition there = new Condition("Ready", Truth.FALSE, "Other", "", BEFORE, Instant.EPOCH, 1);
        assertThat(patch(List.of(there), condition("Ready", Truth.FALSE, NOW)))
                .contains("\"lastTransitionTime\":\"2026-01-01T00:00:00Z\"")
                .startsWith("{\"$setElementOrder/conditions\":[{\"type\":\"Ready\"}],");
        assertThat(patch(List.of(there), condition("Ready", Truth.TRUE, NOW)))
                .contains("\"lastTransitionTime\":\"2026-01-01T00:01:00Z\"");
    }

    @Test
    void theGenerationOfAnEarlierOneGoesWhereTheNewOneHasNone() {
        Condition wanted = new Condition("Ready", Truth.TRUE, "Why", "because", NOW, Instant.EPOCH, 0);
        assertThat(patch(List.of(READY), wanted)).contains("\"observedGeneration\":null");
        assertThat(patch(List.of(wanted), wanted)).doesNotContain("observedGeneration");
    }
}
