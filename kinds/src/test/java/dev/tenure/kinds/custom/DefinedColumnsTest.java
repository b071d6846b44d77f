package dev.tenure.kinds.custom;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.apiserver.table.Column;
import dev.tenure.wire.json.ArrayNode;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.ObjectNode;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class DefinedColumnsTest {
    /// What kube-apiserver 1.36.3 sends beside the name of the column.
    @Test
    void whatADefinitionSaysOfAColumnIsToldAndElseWhereItReads() {
        ArrayNode columns = Json.array();
        columns.addObject()
                .put("name", "Replicas")
                .put("type", "integer")
                .put("description", "how many there shall be")
                .put("jsonPath", ".spec.replicas");
        columns.addObject().put("name", "Image").put("type", "string").put("jsonPath", ".spec.image");

        List<Column> defined = DefinedColumns.of(columns);

        assertThat(defined)
                .extracting(Column::description)
                .containsExactly(
                        "",
                        "how many there shall be",
                        "Custom resource definition column (in JSONPath format): .spec.image");
    }

    @Test
    void columnsBehindOneWhosePathIsNoneAreNotShown() {
        ArrayNode columns = Json.array();
        columns.addObject().put("name", "A").put("type", "string").put("jsonPath", ".a");
        columns.addObject().put("name", "B").put("type", "string").put("jsonPath", ".b[");
        columns.addObject().put("name", "C").put("type", "string").put("jsonPath", ".c");

        assertThat(DefinedColumns.of(columns)).extracting(Column::name).containsExactly("Name", "A");
    }

    /// Each descent finds all that the one before found, and what is in it.
    @Test
    void pathThatFindsTheSameOverAndOverShowsNothing() {
        ArrayNode columns = Json.array();
        columns.addObject().put("name", "A").put("type", "string").put("jsonPath", "..a".repeat(20));
        var nested = new StringBuilder("1");
        for (int i = 0; i < 60; i++) {
            nested.insert(0, "{'a': ").append("}");
        }
        ObjectNode object = Json.readObject(nested.toString().replace('\'', '"').getBytes(StandardCharsets.UTF_8));

        JsonNode cell = DefinedColumns.of(columns).getLast().cell().of(object, Instant.EPOCH);

        assertThat(cell.isNull()).isTrue();
    }
}
