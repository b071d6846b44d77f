package dev.tenure.kinds.custom;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.apiserver.table.Column;
import dev.tenure.kinds.jsonpath.JsonPath;
import dev.tenure.kinds.jsonpath.JsonPathException;
import dev.tenure.wire.json.ArrayNode;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.ObjectNode;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;

/// What the table convertor of apiextensions-apiserver 1.36.3 makes of paths and objects, which chance made,
/// one in a line: the cell of a column, or what is wrong with its path.
final class ColumnVectorsTest {
    private static final int FAULTS_SHOWN = 20;

    @Test
    void cellsAndFaultsOfPathsAreThoseOfUpstream() throws IOException {
        List<String> different = new ArrayList<>();
        List<JsonNode> vectors = vectors();
        for (JsonNode vector : vectors) {
            String expected = vector.path("fault").asText("") + " " + vector.path("cell");
            String actual = fault(vector.path("path").asText()) + " " + cell(vector);
            if (!expected.equals(actual)) {
                different.add(vector + "\n  is " + actual);
            }
        }
        assertThat(different.stream().limit(FAULTS_SHOWN)).isEmpty();
        assertThat(vectors).hasSizeGreaterThan(500);
    }

    private static String fault(String path) {
        try {
            JsonPath.parse(path);
            return "";
        } catch (JsonPathException e) {
            return String.valueOf(e.getMessage());
        }
    }

    private static JsonNode cell(JsonNode vector) {
        ArrayNode columns = Json.array();
        columns.addObject()
                .put("name", "x")
                .put("type", vector.path("type").asText())
                .put("jsonPath", vector.path("path").asText());
        List<Column> defined = DefinedColumns.of(columns);
        return defined.size() == 1
                ? Json.read("null".getBytes(StandardCharsets.UTF_8))
                : defined.getLast().cell().of((ObjectNode) vector.path("object"), Instant.EPOCH);
    }

    private static List<JsonNode> vectors() throws IOException {
        List<JsonNode> all = new ArrayList<>();
        try (InputStream in = new GZIPInputStream(
                Objects.requireNonNull(ColumnVectorsTest.class.getResourceAsStream("columns.jsonl.gz")))) {
            new String(in.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .map(line -> Json.read(line.getBytes(StandardCharsets.UTF_8)))
                    .forEach(all::add);
        }
        return all;
    }
}
