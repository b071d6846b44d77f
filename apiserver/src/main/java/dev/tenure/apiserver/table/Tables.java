package dev.tenure.apiserver.table;

import dev.tenure.wire.json.ArrayNode;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.ObjectNode;
import dev.tenure.wire.json.TextNode;
import java.time.Instant;
import java.util.List;

/// Builds the documents of kind Table.
public final class Tables {
    /// How Go prints the time of an object that was never made, as the one in a bookmark.
    private static final String NO_TIME = "0001-01-01T00:00:00Z";

    /// What kinds without columns of their own show.
    public static final List<Column> PLAIN = List.of(
            new Column("Name", "string", "name", 0, (o, _) -> TextNode.valueOf(Cells.text(o, "metadata", "name"))),
            new Column("Created At", "date", "", 0, (o, _) -> {
                String created = Cells.text(o, "metadata", "creationTimestamp");
                return TextNode.valueOf(CellText.or(created, NO_TIME));
            }));

    private Tables() {}

    /// How much of its object a row brings along.
    public enum Include {
        NONE,
        METADATA,
        OBJECT
    }

    /// @param whole the list or the one object that the table stands for
    /// @param items its objects, with `apiVersion` and `kind`
    /// @param apiVersion of the table
    public static ObjectNode table(
            ObjectNode whole, List<ObjectNode> items, List<Column> columns, String apiVersion, Rows rows) {
        List<Column> shown = columns.isEmpty() ? PLAIN : columns;
        ObjectNode table = Json.object();
        table.put("kind", "Table").put("apiVersion", apiVersion);
        ObjectNode metadata = table.putObject("metadata");
        for (String field : List.of("resourceVersion", "continue", "remainingItemCount")) {
            JsonNode value = whole.path("metadata").get(field);
            if (value != null) {
                metadata.set(field, value);
            }
        }
        if (rows.headed()) {
            definitions(table.putArray("columnDefinitions"), shown);
        } else {
            table.putNull("columnDefinitions");
        }
        ArrayNode list = table.putArray("rows");
        items.forEach(item -> row(list.addObject(), item, shown, apiVersion, rows));
        return table;
    }

    /// How rows are made.
    ///
    /// @param headed whether the columns are described
    public record Rows(Include include, Instant now, boolean headed) {}

    /// One row of [#table].
    public static ObjectNode row(ObjectNode item, List<Column> columns, String apiVersion, Rows rows) {
        ObjectNode row = Json.object();
        row(row, item, columns.isEmpty() ? PLAIN : columns, apiVersion, rows);
        return row;
    }

    private static void definitions(ArrayNode definitions, List<Column> columns) {
        for (Column column : columns) {
            if (column.name().isEmpty()) {
                continue;
            }
            definitions
                    .addObject()
                    .put("name", column.name())
                    .put("type", column.type())
                    .put("format", column.format())
                    .put("description", column.description())
                    .put("priority", column.priority());
        }
    }

    private static void row(ObjectNode row, ObjectNode item, List<Column> columns, String apiVersion, Rows rows) {
        ArrayNode cells = row.putArray("cells");
        columns.forEach(column -> cells.add(column.cell().of(item, rows.now())));
        RowDetails.condition(item)
                .ifPresent(condition -> row.putArray("conditions").add(condition));
        switch (rows.include()) {
            case NONE -> row.putNull("object");
            case OBJECT -> row.set("object", item);
            case METADATA -> {
                ObjectNode partial = row.putObject("object");
                partial.put("kind", "PartialObjectMetadata").put("apiVersion", apiVersion);
                partial.set("metadata", RowDetails.metadata(item));
            }
        }
    }
}
