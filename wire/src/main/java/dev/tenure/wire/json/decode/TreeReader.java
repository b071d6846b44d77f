package dev.tenure.wire.json.decode;

import dev.tenure.wire.json.ArrayNode;
import dev.tenure.wire.json.BooleanNode;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.JsonSyntaxException;
import dev.tenure.wire.json.NullNode;
import dev.tenure.wire.json.ObjectNode;
import dev.tenure.wire.json.TextNode;
import dev.tenure.wire.json.WorkingTree;
import dev.tenure.wire.schema.FieldType;
import dev.tenure.wire.schema.ObjectType;
import dev.tenure.wire.schema.SchemaField;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Reads a tree along the schema, as [ObjectReader] reads text: what comes out is in canonical form. Parts of
/// a tree that was made from a canonical one, and left alone, are taken over; the rest is looked at value by
/// value. What has a form of its own is written and read as any text. Confined to one call.
final class TreeReader {
    private static final ObjectNode NOTHING = Json.object();

    /// Something that has to be reported in words, which needs the whole text.
    private static final class Unclear extends Exception {
        private static final long serialVersionUID = 1;

        private Unclear() {
            super(null, null, false, false);
        }
    }

    private final Empties.Finder empties = new Empties.Finder();

    private TreeReader() {}

    /// What was read, in canonical form, and what in it was empty.
    record Read(ObjectNode object, Empties empties) {}

    /// The tree in canonical form, a tree of its own.
    ///
    /// @param base in canonical form, of the same kind
    /// @return empty when there is anything to complain about
    static Optional<Read> canonical(ObjectNode edited, ObjectNode base, ObjectType type) {
        TreeReader reader = new TreeReader();
        try {
            ObjectNode object = reader.struct(type, edited, base);
            return Optional.of(new Read(object, reader.empties.found()));
        } catch (Unclear | JsonSyntaxException | DecodeFault _) {
            return Optional.empty();
        }
    }

    /// Whether one value is read without complaint; false where only its text can tell.
    static boolean reads(JsonNode value, FieldType type) {
        try {
            scalar(type, true, value);
            return true;
        } catch (Unclear | JsonSyntaxException | DecodeFault _) {
            return false;
        }
    }

    private ObjectNode struct(ObjectType type, ObjectNode edited, ObjectNode base) throws Unclear {
        List<SchemaField> fields = type.fields();
        @Nullable JsonNode[] values = new @Nullable JsonNode[fields.size()];
        for (Map.Entry<String, JsonNode> entry : edited.properties()) {
            int place = type.place(entry.getKey());
            if (place < 0) {
                throw new Unclear();
            }
            JsonNode value = entry.getValue();
            JsonNode old = base.get(entry.getKey());
            SchemaField field = fields.get(place);
            int before = empties.count();
            values[place] = value(field.type(), field.pointer(), value, old);
            if (Empties.isOne(field.type(), value)) {
                empties.note(value);
            }
            empties.inField(before, field.name());
        }
        return Assembly.object(type, values);
    }

    private @Nullable JsonNode value(FieldType type, boolean pointer, JsonNode value, @Nullable JsonNode old)
            throws Unclear {
        if (WorkingTree.areOne(value, old)) {
            return value.isContainerNode() ? WorkingTree.copy(value) : value;
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
        return value;
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
            return NullNode.INSTANCE;
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
            int before = empties.count();
            JsonNode value = value(type.value(), false, entry.getValue(), null);
            empties.inEntry(before, entry.getKey());
            entries.put(entry.getKey(), Assembly.orZero(type.value(), value));
        }
        return Assembly.map(entries);
    }

    private JsonNode list(FieldType.ListOf type, ArrayNode edited, @Nullable JsonNode old) throws Unclear {
        List<JsonNode> elements = new ArrayList<>(edited.size());
        BaseElements base = old instanceof ArrayNode known ? new BaseElements(known) : null;
        for (int i = 0; i < edited.size(); i++) {
            JsonNode element = edited.get(i);
            JsonNode same = base == null ? null : base.sameOrAt(element, i);
            int before = empties.count();
            elements.add(Assembly.orZero(type.element(), value(type.element(), false, element, same)));
            empties.inElement(before, i);
        }
        return Assembly.array(elements);
    }

    private static @Nullable JsonNode read(FieldType type, boolean pointer, JsonNode value) throws Unclear {
        ObjectReader reader = new ObjectReader(Json.write(value));
        JsonNode read = reader.readValue(type, pointer);
        if (reader.typeError() != null
                || !reader.strictErrors().isEmpty()
                || !reader.empties().isEmpty()) {
            throw new Unclear();
        }
        return read;
    }
}
