package dev.tenure.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.ObjectNode;
import org.junit.jupiter.api.Test;

class VersionedDocumentTest {
    @Test
    void versionAndKindStandBeforeTheFieldsWhichStayAsTheyAre() {
        ObjectNode fields = Json.object().put("node", "node-1").put("b", 2);

        ObjectNode document = VersionedDocument.of("NodeHold", fields);

        assertThat(document.members().keySet()).containsExactly("apiVersion", "kind", "node", "b");
        assertThat(document.path("apiVersion").asText()).isEqualTo("tenure.dev/v1alpha1");
        assertThat(document.path("kind").asText()).isEqualTo("NodeHold");
        assertThat(fields.size()).isEqualTo(2);
    }
}
