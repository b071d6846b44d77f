package dev.tenure.wire.patch;

import dev.tenure.wire.json.ArrayNode;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.ObjectNode;
import dev.tenure.wire.json.WorkingTree;
import dev.tenure.wire.json.decode.JsonDecoder;
import dev.tenure.wire.json.go.GoFormat;
import dev.tenure.wire.json.go.GoNumbers;
import dev.tenure.wire.schema.FieldType;
import dev.tenure.wire.schema.FieldType.Format;
import dev.tenure.wire.schema.ObjectType;
import dev.tenure.wire.schema.SchemaField;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Whether a patched object still fits its type. Upstream turns it into a structure without going through
/// JSON, and so refuses wrong types in other words than the decoder; what a decoder of its own reads (times,
/// quantities, base64) is refused in that one's words. Upstream: apimachinery/pkg/runtime/converter.go.
final class StructFit {
    private static final Set<Format> DECODED =
            Set.of(Format.TIME, Format.MICRO_TIME, Format.QUANTITY, Format.INT_OR_STRING);

    private StructFit() {}

    /// What does not fit first, in the order of the fields of the type; null when all does.
    ///
    /// @param original what fitted; parts that are shared with it are not looked at again
    static @Nullable String fault(ObjectNode patched, ObjectNode original, ObjectType type) {
        for (Map.Entry<String, JsonNode> entry : patched.properties()) {
            JsonNode old = original.get(entry.getKey());
            int place = WorkingTree.areOne(entry.getValue(), old) ? -1 : type.place(entry.getKey());
            if (place >= 0
                    && fault(entry.getValue(), old, type.fields().get(place).type()) != null) {
                return first(patched, original, type);
            }
        }
        return null;
    }

    private static @Nullable String first(ObjectNode patched, ObjectNode original, ObjectType type) {
        for (SchemaField field : type.fields()) {
            JsonNode value = patched.get(field.name());
            JsonNode old = original.get(field.name());
            String fault = value == null || WorkingTree.areOne(value, old) ? null : fault(value, old, field.type());
            if (fault != null) {
                return fault;
            }
        }
        return null;
    }

    private static @Nullable String fault(JsonNode value, @Nullable JsonNode old, FieldType type) {
        if (value.isNull()) {
            return null;
        }
        return switch (type) {
            case FieldType.Text _, FieldType.Whole _, FieldType.Decimal _, FieldType.Bool _ -> scalar(value, type);
            case FieldType.Bytes _ ->
                value.isTextual() || value.isArray() ? decoded(value, type) : cannotRestore("slice from ", value);
            case FieldType.ListOf list -> elements(value, old, list);
            case FieldType.MapOf map -> entries(value, map);
            case FieldType.Struct struct -> fields(value, old, struct.type());
            case FieldType.Special special -> DECODED.contains(special.format()) ? decoded(value, type) : null;
        };
    }

    private static @Nullable String decoded(JsonNode value, FieldType type) {
        return JsonDecoder.fault(GoNumbers.plain(value), type)
                .map(Patch::whenConverted)
                .orElse(null);
    }

    private static @Nullable String scalar(JsonNode value, FieldType type) {
        return switch (type) {
            case FieldType.Whole whole when value.isNumber() -> number(value, whole);
            case FieldType.Text text when value.isIntegralNumber() -> cannotConvert(value, text);
            case FieldType.Text _ when value.isTextual() -> null;
            case FieldType.Decimal _ when value.isNumber() -> null;
            case FieldType.Bool _ when value.isBoolean() -> null;
            case FieldType _ -> "unrecognized type: " + MergeFacts.goKind(type);
        };
    }

    private static @Nullable String number(JsonNode value, FieldType.Whole type) {
        boolean whole = value.isIntegralNumber() || value.doubleValue() == Math.rint(value.doubleValue());
        return whole ? null : cannotConvert(value, type);
    }

    private static @Nullable String elements(JsonNode value, @Nullable JsonNode old, FieldType.ListOf type) {
        if (!(value instanceof ArrayNode list)) {
            return cannotRestore("slice from ", value);
        }
        for (int i = 0; i < list.size(); i++) {
            JsonNode element = list.get(i);
            JsonNode before = old instanceof ArrayNode oldList ? oldList.find(i) : null;
            String fault = WorkingTree.areOne(element, before) ? null : fault(element, before, type.element());
            if (fault != null) {
                return fault;
            }
        }
        return null;
    }

    private static @Nullable String entries(JsonNode value, FieldType.MapOf type) {
        if (!(value instanceof ObjectNode map)) {
            return cannotRestore("map from ", value);
        }
        for (Map.Entry<String, JsonNode> entry : map.properties()) {
            String fault = fault(entry.getValue(), null, type.value());
            if (fault != null) {
                return fault;
            }
        }
        return null;
    }

    private static @Nullable String fields(JsonNode value, @Nullable JsonNode old, ObjectType type) {
        return value instanceof ObjectNode map
                ? fault(map, old instanceof ObjectNode oldMap ? oldMap : Json.object(), type)
                : cannotRestore("struct from: ", value);
    }

    private static String cannotConvert(JsonNode value, FieldType type) {
        return "cannot convert " + GoFormat.type(value) + " to " + type.goName();
    }

    private static String cannotRestore(String what, JsonNode value) {
        return "cannot restore " + what
                + switch (value.type()) {
                    case ARRAY -> "slice";
                    case OBJECT -> "map";
                    default -> GoFormat.type(value);
                };
    }
}
