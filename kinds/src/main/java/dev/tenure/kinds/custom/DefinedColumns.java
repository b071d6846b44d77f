package dev.tenure.kinds.custom;

import dev.tenure.apiserver.table.CellText;
import dev.tenure.apiserver.table.Cells;
import dev.tenure.apiserver.table.Column;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.NullNode;
import dev.tenure.wire.json.NumberNode;
import dev.tenure.wire.json.TextNode;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Columns that a definition of a kind asks for. Upstream: customresource/tableconvertor.
public final class DefinedColumns {
    private DefinedColumns() {}

    /// The name, then the columns asked for; the age when there are none.
    ///
    /// @param columns `additionalPrinterColumns` of a version
    public static List<Column> of(JsonNode columns) {
        List<Column> all = new ArrayList<>();
        all.add(CellText.name());
        for (JsonNode column : columns) {
            Optional<FieldPath> path = FieldPath.parse(column.path("jsonPath").asText());
            if (path.isEmpty()) {
                return List.of(CellText.name());
            }
            all.add(column(column, path.get()));
        }
        if (columns.isEmpty()) {
            Optional<FieldPath> created = FieldPath.parse(".metadata.creationTimestamp");
            all.add(new Column("Age", "date", "", 0, (o, now) -> cell("date", created.flatMap(p -> p.first(o)), now)));
        }
        return all;
    }

    private static Column column(JsonNode column, FieldPath path) {
        String type = column.path("type").asText();
        return new Column(
                column.path("name").asText(),
                type,
                column.path("format").asText(""),
                column.path("priority").asInt(0),
                description(column),
                (object, now) -> cell(type, path.first(object), now));
    }

    private static String description(JsonNode column) {
        String said = column.path("description").asText("");
        return said.isEmpty()
                ? "Custom resource definition column (in JSONPath format): "
                        + column.path("jsonPath").asText()
                : said;
    }

    private static JsonNode cell(String type, Optional<JsonNode> found, Instant now) {
        if (found.isEmpty() || found.get().isNull()) {
            return NullNode.INSTANCE;
        }
        JsonNode value = found.get();
        return switch (type) {
            case "string" -> TextNode.valueOf(value.isValueNode() ? value.asText() : value.toString());
            case "integer" -> value.isNumber() ? NumberNode.valueOf(value.longValue()) : NullNode.INSTANCE;
            case "number" -> number(value);
            case "boolean" -> value.isBoolean() ? value : NullNode.INSTANCE;
            case "date" -> date(value, now);
            default -> NullNode.INSTANCE;
        };
    }

    private static JsonNode number(JsonNode value) {
        if (!value.isNumber()) {
            return NullNode.INSTANCE;
        }
        double number = value.doubleValue();
        boolean whole = number == Math.rint(number) && Math.abs(number) < Long.MAX_VALUE;
        return whole ? NumberNode.valueOf((long) number) : NumberNode.valueOf(number);
    }

    private static JsonNode date(JsonNode value, Instant now) {
        if (!value.isTextual()) {
            return NullNode.INSTANCE;
        }
        String age = Cells.age(value.asText(), now);
        return TextNode.valueOf(age.equals("<unknown>") && !value.asText().isEmpty() ? "<invalid>" : age);
    }
}
