package dev.tenure.kinds.custom;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.apiserver.table.Column;
import dev.tenure.wire.json.ArrayNode;
import dev.tenure.wire.json.Json;
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
}
