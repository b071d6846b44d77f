package dev.tenure.wire.json;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.BooleanNode;
import com.fasterxml.jackson.databind.node.IntNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.tenure.wire.schema.Field;
import dev.tenure.wire.schema.FieldType;
import dev.tenure.wire.schema.ObjectType;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Brings a tree that was made from a canonical one into canonical form: parts that are the very ones of that
/// other tree are copied or shared, the rest is looked at value by value; what has a form of its own is written and
/// read as [ObjectReader] reads any text. Confined to one call.
final class EditedTree {
    private static final String MANAGED_FIELDS = "managedFields";
    private static final ObjectNode NOTHING = JsonNodeFactory.instance.objectNode();

    /// Something that has to be told in words, which needs the whole text.
    private static final class Unclear extends Exception {
        private static final long serialVersionUID = 1;

        private Unclear() {
            super(null, null, false, false);
        }
    }

    private final boolean sharing;

    private EditedTree(boolean sharing) {
        this.sharing = sharing;
    }

    /// The tree in canonical form; it shares no part with `base` but the managed fields, which nobody changes in place.
    ///
    /// @param base in canonical form, of the same kind
    /// @return empty when there is anything to complain about
    static Optional<ObjectNode> canonical(ObjectNode edited, ObjectNode base, ObjectType type) {
        return new EditedTree(false).read(edited, base, type);
    }

    /// As [#canonical], but only the object itself, its metadata and its status may be changed in place: all else may
    /// be parts of `base`.
    static Optional<ObjectNode> shared(ObjectNode edited, ObjectNode base, ObjectType type) {
        return new EditedTree(true).read(edited, base, type).map(object -> opened(object, base));
    }

    private static ObjectNode opened(ObjectNode object, ObjectNode base) {
        for (String part : List.of("metadata", "status")) {
            if (object.get(part) instanceof ObjectNode there && there == base.get(part)) {
                object.set(part, there.objectNode().setAll(there));
            }
        }
        return object;
    }

    private Optional<ObjectNode> read(ObjectNode edited, ObjectNode base, ObjectType type) {
        try {
            return Optional.of(struct(type, edited, base));
        } catch (Unclear | JsonSyntaxException | DecodeFault _) {
            return Optional.empty();
        }
    }

    private ObjectNode struct(ObjectType type, ObjectNode edited, ObjectNode base) throws Unclear {
        List<Field> fields = type.fields();
        @Nullable JsonNode[] values = new @Nullable JsonNode[fields.size()];
        for (Map.Entry<String, JsonNode> entry : edited.properties()) {
            int place = type.place(entry.getKey());
            if (place < 0) {
                throw new Unclear();
            }
            JsonNode value = entry.getValue();
            JsonNode old = base.get(entry.getKey());
            Field field = fields.get(place);
            boolean noted = value == old && entry.getKey().equals(MANAGED_FIELDS);
            values[place] = noted ? value : value(field.type(), field.pointer(), value, old);
        }
        return Assembly.object(type, values);
    }

    private @Nullable JsonNode value(FieldType type, boolean pointer, JsonNode value, @Nullable JsonNode old)
            throws Unclear {
        if (value == old) {
            return sharing ? value : value.deepCopy();
        }
        if (value.isNull()) {
            return type instanceof FieldType.Special ? read(type, pointer, value) : null;
        }
        return value.isContainerNode() ? container(type, pointer, value, old) : scalar(type, pointer, value);
    }

    private @Nullable JsonNode container(FieldType type, boolean pointer, JsonNode value, @Nullable JsonNode old)
            throws Unclear {
        return switch (type) {
            case FieldType.Struct struct
            when value instanceof ObjectNode edited ->
                struct(struct.type(), edited, old instanceof ObjectNode base ? base : NOTHING);
            case FieldType.ListOf list when value instanceof ArrayNode edited -> list(list, edited, old);
            case FieldType.MapOf map when value instanceof ObjectNode edited -> map(map, edited);
            case FieldType _ -> read(type, pointer, value);
        };
    }

    private static @Nullable JsonNode scalar(FieldType type, boolean pointer, JsonNode value) throws Unclear {
        return switch (type) {
            case FieldType.Text _ when value instanceof TextNode -> value;
            case FieldType.Bool _ when value instanceof BooleanNode -> value;
            case FieldType.Whole whole when value.isIntegralNumber() -> whole(value, whole.bits());
            case FieldType.Special special when value instanceof TextNode text -> special(special, pointer, text);
            case FieldType _ -> read(type, pointer, value);
        };
    }

    private static JsonNode whole(JsonNode value, int bits) throws Unclear {
        if (bits == Integer.SIZE ? !value.canConvertToInt() : !value.canConvertToLong()) {
            throw new Unclear();
        }
        return value instanceof IntNode ? value : Numbers.node(value.longValue());
    }

    private static @Nullable JsonNode special(FieldType.Special type, boolean pointer, TextNode value) throws Unclear {
        String text = value.textValue();
        return switch (type.format()) {
            case TIME -> time(value, GoTime.seconds(text));
            case MICRO_TIME -> time(value, GoTime.micros(text));
            case INT_OR_STRING -> value;
            case QUANTITY -> isPlain(text) ? quantity(value) : read(type, pointer, value);
            default -> read(type, pointer, value);
        };
    }

    private static JsonNode time(TextNode value, @Nullable String canonical) {
        if (canonical == null) {
            return NullNode.instance;
        }
        return canonical.equals(value.textValue()) ? value : TextNode.valueOf(canonical);
    }

    /// Whether JSON spells a text as it stands, and no blanks surround it.
    private static boolean isPlain(String text) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c <= ' ' || c > '~' || c == '"' || c == '\\') {
                return false;
            }
        }
        return true;
    }

    private static JsonNode quantity(TextNode value) throws Unclear {
        try {
            String canonical = Quantities.canonical(value.textValue());
            return canonical.equals(value.textValue()) ? value : TextNode.valueOf(canonical);
        } catch (IllegalArgumentException _) {
            throw new Unclear();
        }
    }

    private JsonNode map(FieldType.MapOf type, ObjectNode edited) throws Unclear {
        Map<String, JsonNode> entries = LinkedHashMap.newLinkedHashMap(edited.size());
        for (Map.Entry<String, JsonNode> entry : edited.properties()) {
            JsonNode value = value(type.value(), false, entry.getValue(), null);
            entries.put(entry.getKey(), Assembly.orZero(type.value(), value));
        }
        return Assembly.map(entries);
    }

    private JsonNode list(FieldType.ListOf type, ArrayNode edited, @Nullable JsonNode old) throws Unclear {
        List<JsonNode> elements = new ArrayList<>(edited.size());
        for (int i = 0; i < edited.size(); i++) {
            JsonNode element = edited.get(i);
            JsonNode same = old instanceof ArrayNode base ? sameOrAt(element, base, i) : null;
            elements.add(Assembly.orZero(type.element(), value(type.element(), false, element, same)));
        }
        return Assembly.array(elements);
    }

    /// This very element if the list has it, else the one at the place.
    private static @Nullable JsonNode sameOrAt(JsonNode element, ArrayNode list, int place) {
        JsonNode there = list.get(place);
        if (element == there || !element.isContainerNode()) {
            return there;
        }
        for (JsonNode one : list) {
            if (one == element) {
                return one;
            }
        }
        return there;
    }

    private static @Nullable JsonNode read(FieldType type, boolean pointer, JsonNode value) throws Unclear {
        ObjectReader reader = new ObjectReader(Json.write(value));
        JsonNode read = reader.readValue(type, pointer);
        if (reader.typeError() != null || !reader.strictErrors().isEmpty()) {
            throw new Unclear();
        }
        return read;
    }
}
