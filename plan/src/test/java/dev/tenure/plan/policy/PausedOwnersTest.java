package dev.tenure.plan.policy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonNode;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

final class PausedOwnersTest {
    private static JsonNode retention(String name, String owners) {
        String json = "{'metadata': {'name': '%s'}, 'status': {'owners': [%s]}}".formatted(name, owners);
        return Json.readObject(json.replace('\'', '"').getBytes(StandardCharsets.UTF_8));
    }

    private static String owner(String name, boolean paused, String until) {
        return "{'kind': 'ReplicaSet', 'namespace': 'ns', 'name': '%s', 'paused': %s, 'until': '%s'}"
                .formatted(name, paused, until);
    }

    @Test
    void ofSeveralPausesTheOneThatEndsLastCounts() {
        PausedOwners paused = PausedOwners.of(List.of(
                retention("one", owner("web", true, "2026-01-01T12:00:00Z")),
                retention("two", owner("web", true, "2026-01-01T13:00:00Z")),
                retention("three", owner("web", true, "2026-01-01T11:00:00Z"))));
        assertThat(paused.find("ReplicaSet ns/web")).hasValueSatisfying(pause -> {
            assertThat(pause.path("retention").asText()).isEqualTo("two");
            assertThat(pause.path("until").asText()).isEqualTo("2026-01-01T13:00:00Z");
        });
        assertThat(paused.find("ReplicaSet other/web")).isEmpty();
    }

    @Test
    void whoIsOnlyWatchedOrCannotBeReadIsNotPaused() {
        PausedOwners paused = PausedOwners.of(List.of(
                retention("one", owner("watched", false, "2026-01-01T12:00:00Z") + "," + owner("odd", true, "soon"))));
        assertThat(paused.pauses()).isEmpty();
    }
}
