package dev.tenure.wire.json;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.BooleanNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.tenure.wire.schema.Field;
import dev.tenure.wire.schema.FieldType;
import dev.tenure.wire.schema.ObjectType;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Brings a tree that was made from a canonical one into canonical form: parts that are the very ones of that
/// other tree are copied, the rest is written and read as [ObjectReader] reads any text. Stateless.
final class EditedTree {
    private static final String MANAGED_FIELDS = "managedFields";

    /// Something that has to be told in words, which needs the whole text.
    private static final class Unclear extends Exception {
        private static final long serialVersionUID = 1;

        private Unclear() {
            super(null, null, false, false);
        }
    }

    private EditedTree() {}

    /// The tree in canonical form; it shares no part with `base` but the managed fields, which nobody changes in place.
    ///
    /// @param base in canonical form, of the same kind
    /// @return empty when there is anything to complain about
    static Optional<ObjectNode> canonical(ObjectNode edited, ObjectNode base, ObjectType type) {
        try {
            return Optional.of(struct(type, edited, base));
        } catch (Unclear | JsonSyntaxException | DecodeFault _) {
            return Optional.empty();
        }
    }

    private static ObjectNode struct(ObjectType type, ObjectNode edited, ObjectNode base) throws Unclear {
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

    private static @Nullable JsonNode value(FieldType type, boolean pointer, JsonNode value, @Nullable JsonNode old)
            throws Unclear {
        if (value == old) {
            return value.deepCopy();
        }
        boolean plain = (type instanceof FieldType.Text && value instanceof TextNode)
                || (type instanceof FieldType.Bool && value instanceof BooleanNode);
        if (plain) {
            return value;
        }
        if (type instanceof FieldType.Struct struct
                && value instanceof ObjectNode edited
                && old instanceof ObjectNode base) {
            return struct(struct.type(), edited, base);
        }
        if (type instanceof FieldType.ListOf list
                && value instanceof ArrayNode edited
                && old instanceof ArrayNode base) {
            return list(list, edited, base);
        }
        return read(type, pointer, value);
    }

    private static JsonNode list(FieldType.ListOf type, ArrayNode edited, ArrayNode base) throws Unclear {
        List<JsonNode> elements = new ArrayList<>(edited.size());
        for (int i = 0; i < edited.size(); i++) {
            JsonNode element = edited.get(i);
            JsonNode same = sameOrAt(element, base, i);
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
