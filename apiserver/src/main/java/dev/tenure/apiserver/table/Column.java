package dev.tenure.apiserver.table;

import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.ObjectNode;
import java.time.Instant;
import java.util.function.UnaryOperator;

/// One column of the table that stands for objects of a kind.
///
/// @param type `string`, `integer`, `boolean` or `date`
/// @param format `name` for the column that names the object, else empty
/// @param priority 0 for those always shown, more for those of the wide form
/// @param description for people; empty for kinds that are built in
public record Column(String name, String type, String format, int priority, String description, Cell cell) {
    /// Reads the value of a cell from an object.
    @FunctionalInterface
    public interface Cell {
        /// @param now the moment against which ages are reported
        JsonNode of(ObjectNode object, Instant now);
    }

    /// One without a description.
    public Column(String name, String type, String format, int priority, Cell cell) {
        this(name, type, format, priority, "", cell);
    }

    /// The same column of objects in another form.
    public Column reading(UnaryOperator<ObjectNode> form) {
        return new Column(name, type, format, priority, description, (object, now) -> cell.of(form.apply(object), now));
    }
}
