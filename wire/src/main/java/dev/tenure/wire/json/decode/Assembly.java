package dev.tenure.wire.json.decode;

import dev.tenure.wire.json.ArrayNode;
import dev.tenure.wire.json.BooleanNode;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.NullNode;
import dev.tenure.wire.json.NumberNode;
import dev.tenure.wire.json.ObjectNode;
import dev.tenure.wire.json.TextNode;
import dev.tenure.wire.schema.FieldType;
import dev.tenure.wire.schema.ObjectType;
import dev.tenure.wire.schema.SchemaField;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// Puts the values of a structure's fields together in canonical form: fields in the order of the schema,
/// present exactly where Go's serialisation would show them. `null` among the values means absent, nil or
/// zero.
public final class Assembly {
    private static final TextNode EMPTY_TEXT = TextNode.valueOf("");
    private static final TextNode ZERO_QUANTITY = TextNode.valueOf("0");

    private Assembly() {}

    /// @param values one for each of the type's fields, in their order
    public static ObjectNode object(ObjectType type, @Nullable JsonNode[] values) {
        ObjectNode out = Json.object();
        List<SchemaField> fields = type.fields();
        for (int i = 0; i < values.length; i++) {
            JsonNode value = values[i];
            if (value == null && !type.alwaysShows(i)) {
                continue;
            }
            SchemaField field = fields.get(i);
            if (value == null) {
                out.set(field.name(), field.pointer() ? NullNode.INSTANCE : zero(field.type()));
            } else if (shown(field, value)) {
                out.set(field.name(), value);
            }
        }
        return out;
    }

    /// A structure all of whose fields are absent.
    public static ObjectNode empty(ObjectType type) {
        return object(type, new @Nullable JsonNode[type.fields().size()]);
    }

    private static boolean shown(SchemaField field, JsonNode value) {
        if (field.pointer()) {
            return true;
        }
        return field.omitZero() ? !isZero(value) : !field.omitEmpty() || !isEmpty(field.type(), value);
    }

    private static boolean isZero(JsonNode value) {
        return value.isNull() || (value.isContainerNode() && value.isEmpty());
    }

    private static boolean isEmpty(FieldType type, JsonNode value) {
        return switch (type) {
            case FieldType.Text _, FieldType.Bytes _ ->
                value.isNull() || value.asText().isEmpty();
            case FieldType.Whole _ -> value.longValue() == 0;
            case FieldType.Decimal _ -> value.doubleValue() == 0;
            case FieldType.Bool _ -> !value.booleanValue();
            case FieldType.ListOf _, FieldType.MapOf _ -> value.isEmpty();
            case FieldType.Special _, FieldType.Struct _ -> false;
        };
    }

    /// What Go shows for a value that nobody has set.
    public static JsonNode zero(FieldType type) {
        return switch (type) {
            case FieldType.Text _ -> EMPTY_TEXT;
            case FieldType.Whole _, FieldType.Decimal _ -> NumberNode.valueOf(0);
            case FieldType.Bool _ -> BooleanNode.FALSE;
            case FieldType.Bytes _, FieldType.ListOf _, FieldType.MapOf _ -> NullNode.INSTANCE;
            case FieldType.Struct struct -> empty(struct.type());
            case FieldType.Special special -> zero(special.format());
        };
    }

    private static JsonNode zero(FieldType.Format format) {
        return switch (format) {
            case QUANTITY -> ZERO_QUANTITY;
            case INT_OR_STRING -> NumberNode.valueOf(0);
            case SCHEMA_OR_BOOL -> BooleanNode.FALSE;
            case TIME, MICRO_TIME, RAW_EXTENSION, FIELDS_V1, ANY, SCHEMA_OR_ARRAY, SCHEMA_OR_STRINGS ->
                NullNode.INSTANCE;
        };
    }

    /// A list element or a map value: what is absent becomes zero, and bytes become none, not null: as an
    /// entry of a map they have gone through upstream's store, which does not tell the two apart.
    public static JsonNode orZero(FieldType type, @Nullable JsonNode value) {
        if (value != null) {
            return value;
        }
        return type instanceof FieldType.Bytes ? EMPTY_TEXT : zero(type);
    }

    public static ArrayNode array(List<JsonNode> elements) {
        return new ArrayNode(elements);
    }

    /// A map with its keys in order, as Go writes it.
    public static ObjectNode map(Map<String, JsonNode> entries) {
        ObjectNode out = Json.object();
        out.setAll(isSorted(entries) ? entries : new TreeMap<>(entries));
        return out;
    }

    /// The same of a map in any order, which is itself when they are in order.
    public static ObjectNode map(ObjectNode entries) {
        return isSorted(entries.members()) ? entries : map(entries.members());
    }

    private static boolean isSorted(Map<String, JsonNode> entries) {
        String last = "";
        for (String key : entries.keySet()) {
            if (key.compareTo(last) < 0) {
                return false;
            }
            last = key;
        }
        return true;
    }
}
