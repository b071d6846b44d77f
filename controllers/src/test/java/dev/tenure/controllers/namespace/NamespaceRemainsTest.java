package dev.tenure.controllers.namespace;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.wire.json.Document;
import dev.tenure.wire.json.Json;
import java.time.Instant;
import org.junit.jupiter.api.Test;

/// What is told of a namespace that cannot go yet.
class NamespaceRemainsTest {
    private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");

    @Test
    void aNamespaceStaysWhileSomeKindsAreUnknownAndSaysSo() {
        var remains = new NamespaceRemains();
        assertThat(remains.isEmpty()).isTrue();
        remains.undiscovered("why");
        assertThat(remains.isEmpty()).isFalse();
        String patch = remains.conditions(Document.of(Json.object()), NOW).toString();
        assertThat(patch)
                .contains(
                        "{\"type\":\"NamespaceDeletionDiscoveryFailure\",\"status\":\"True\",\"reason\":\"DiscoveryFailed\","
                                + "\"message\":\"why\"")
                .contains("{\"type\":\"NamespaceContentRemaining\",\"status\":\"False\"");
    }
}
