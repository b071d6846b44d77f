package dev.tenure.kinds.custom;

import dev.tenure.apiserver.table.CellText;
import dev.tenure.apiserver.table.Cells;
import dev.tenure.apiserver.table.Column;
import dev.tenure.kinds.jsonpath.JsonPath;
import dev.tenure.kinds.jsonpath.JsonPathException;
import dev.tenure.kinds.jsonpath.Value;
import dev.tenure.kinds.jsonpath.Value.Count;
import dev.tenure.kinds.jsonpath.Value.Stored;
import dev.tenure.model.quantity.GoConversion;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.NullNode;
import dev.tenure.wire.json.NumberNode;
import dev.tenure.wire.json.Numbers;
import dev.tenure.wire.json.TextNode;
import dev.tenure.wire.json.go.GoFormat;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/// Columns that a definition of a kind asks for. Upstream: customresource/tableconvertor.
final class DefinedColumns {
    private static final String DATE = "date";

    private DefinedColumns() {}

    /// The name, then the columns asked for, up to the first whose path is none; the age when none is asked
    /// for.
    ///
    /// @param columns `additionalPrinterColumns` of a version
    public static List<Column> of(JsonNode columns) {
        List<Column> all = new ArrayList<>();
        all.add(CellText.name());
        if (columns.isEmpty()) {
            all.add(new Column("Age", DATE, "", 0, (object, now) -> age(object, now)));
        }
        try {
            for (JsonNode column : columns) {
                all.add(column(column, JsonPath.parse(column.path("jsonPath").asText())));
            }
        } catch (JsonPathException _) {
            return all;
        }
        return all;
    }

    private static Column column(JsonNode column, JsonPath path) {
        String type = column.path("type").asText();
        return new Column(
                column.path("name").asText(),
                type,
                column.path("format").asText(""),
                column.path("priority").asInt(0),
                description(column),
                (object, now) ->
                        path.first(object).map(value -> cell(type, value, now)).orElse(NullNode.INSTANCE));
    }

    private static String description(JsonNode column) {
        String said = column.path("description").asText("");
        return said.isEmpty()
                ? "Custom resource definition column (in JSONPath format): "
                        + column.path("jsonPath").asText()
                : said;
    }

    private static JsonNode age(JsonNode object, Instant now) {
        return date(object.path("metadata").path("creationTimestamp"), now);
    }

    private static JsonNode cell(String type, Value value, Instant now) {
        return switch (value) {
            case Count(long number) ->
                type.equals("string") ? TextNode.valueOf(Long.toString(number)) : NullNode.INSTANCE;
            case Stored(JsonNode node) ->
                switch (type) {
                    case "string" -> TextNode.valueOf(text(node));
                    case "integer" -> integer(node);
                    case "number" -> node.isNumber() ? Numbers.ofGo(node.doubleValue()) : NullNode.INSTANCE;
                    case "boolean" -> node.isBoolean() ? node : NullNode.INSTANCE;
                    case DATE -> date(node, now);
                    default -> NullNode.INSTANCE;
                };
        };
    }

    private static String text(JsonNode value) {
        if (value.isContainerNode()) {
            return Json.goText(Json.goForm(value));
        }
        return value.isNull() ? "<no value>" : GoFormat.plain(value);
    }

    private static JsonNode integer(JsonNode value) {
        if (!value.isNumber()) {
            return NullNode.INSTANCE;
        }
        if (value.isIntegralNumber() && !value.isBigInteger()) {
            return value;
        }
        return NumberNode.valueOf(GoConversion.toInt64(value.doubleValue()));
    }

    private static JsonNode date(JsonNode value, Instant now) {
        if (!value.isTextual()) {
            return NullNode.INSTANCE;
        }
        String text = value.asText();
        boolean none = text.isEmpty() || text.equals("null");
        String age = Cells.age(text, now);
        return TextNode.valueOf(age.equals("<unknown>") && !none ? "<invalid>" : age);
    }
}
