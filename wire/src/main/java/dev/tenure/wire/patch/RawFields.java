package dev.tenure.wire.patch;

import dev.tenure.wire.json.ArrayNode;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.NumberNode;
import dev.tenure.wire.json.Numbers;
import dev.tenure.wire.json.ObjectNode;
import dev.tenure.wire.json.ValueNode;
import dev.tenure.wire.schema.FieldType;
import dev.tenure.wire.schema.FieldType.Format;
import dev.tenure.wire.schema.ObjectType;
import dev.tenure.wire.schema.SchemaField;
import java.util.Map;
import java.util.TreeMap;

/// Fields that hold an object of any kind and are kept as they were sent, as the data of a
/// ControllerRevision. A patch that upstream applies to trees writes them anew: their members in order, their
/// numbers in Go's form. Only fields of the object itself are looked at.
public final class RawFields {
    private RawFields() {}

    /// Whether objects of this type have any.
    public static boolean in(ObjectType type) {
        return type.fields().stream().anyMatch(RawFields::isRaw);
    }

    /// Writes all of them anew, as upstream does when it makes the object of a tree.
    public static void renew(ObjectNode object, ObjectType type) {
        for (SchemaField field : type.fields()) {
            if (isRaw(field) && object.get(field.name()) instanceof ObjectNode raw) {
                object.set(field.name(), renewed(raw));
            }
        }
    }

    /// Orders the members of those that a merge patch has parts of.
    static void order(ObjectNode object, JsonNode patch, ObjectType type) {
        for (SchemaField field : type.fields()) {
            if (isRaw(field) && patch.has(field.name()) && object.get(field.name()) instanceof ObjectNode raw) {
                ObjectNode ordered = raw.deepCopy();
                KeyOrder.sortWhatIsIn(ordered, patch.path(field.name()));
                object.set(field.name(), ordered);
            }
        }
    }

    private static boolean isRaw(SchemaField field) {
        return field.type() instanceof FieldType.Special special && special.format() == Format.RAW_EXTENSION;
    }

    /// A copy with members in the order of their letters, and numbers as Go writes them.
    static JsonNode renewed(JsonNode value) {
        return switch (value) {
            case ObjectNode object -> {
                Map<String, JsonNode> sorted = new TreeMap<>();
                object.properties().forEach(member -> sorted.put(member.getKey(), renewed(member.getValue())));
                yield Json.object().setAll(sorted);
            }
            case ArrayNode list -> {
                ArrayNode copy = Json.array();
                list.forEach(element -> copy.add(renewed(element)));
                yield copy;
            }
            case NumberNode number when !number.isIntegralNumber() -> Numbers.ofGo(number.doubleValue());
            case ValueNode _ -> value;
        };
    }
}
