package dev.tenure.wire.json.go;

import dev.tenure.wire.json.ArrayNode;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.NumberNode;
import dev.tenure.wire.json.ObjectNode;
import dev.tenure.wire.json.ValueNode;
import dev.tenure.wire.schema.FieldType;
import dev.tenure.wire.schema.ObjectType;

/// Whole numbers as Go takes them from a tree into the fields of a structure: without complaint, to as many
/// bits as the field has. Upstream: apimachinery/pkg/runtime/converter.go.
public final class GoIntegers {
    private GoIntegers() {}

    /// The object with whole numbers that have room in their fields: itself when `sent`, which is all that is
    /// new in it, has no large numbers.
    public static ObjectNode fitted(ObjectNode object, JsonNode sent, ObjectType type) {
        if (!hasLarge(sent)) {
            return object;
        }
        ObjectNode fitted = object.deepCopy();
        GoNumbers.written(fitted);
        fit(fitted, type);
        return fitted;
    }

    private static boolean hasLarge(JsonNode value) {
        return (value.isNumber() && !value.canConvertToInt())
                || value.valueStream().anyMatch(GoIntegers::hasLarge);
    }

    private static void fit(ObjectNode object, ObjectType type) {
        object.properties().forEach(field -> {
            int place = type.place(field.getKey());
            if (place >= 0) {
                field.setValue(fitted(field.getValue(), type.fields().get(place).type()));
            }
        });
    }

    private static JsonNode fitted(JsonNode value, FieldType type) {
        switch (value) {
            case ObjectNode map when type instanceof FieldType.Struct struct -> fit(map, struct.type());
            case ObjectNode map
            when type instanceof FieldType.MapOf of ->
                map.properties().forEach(entry -> entry.setValue(fitted(entry.getValue(), of.value())));
            case ArrayNode list
            when type instanceof FieldType.ListOf of -> {
                for (int i = 0; i < list.size(); i++) {
                    list.set(i, fitted(list.get(i), of.element()));
                }
            }
            case NumberNode number
            when type instanceof FieldType.Whole whole -> {
                return number(number, whole.bits());
            }
            case ObjectNode _, ArrayNode _, ValueNode _ -> {}
        }
        return value;
    }

    /// What 64 bits cannot hold is the least that they can hold, as the processors have it that upstream runs
    /// on.
    private static NumberNode number(NumberNode number, int bits) {
        long value = number.canConvertToLong() ? number.longValue() : Long.MIN_VALUE;
        return NumberNode.valueOf(bits == Integer.SIZE ? (int) value : value);
    }
}
